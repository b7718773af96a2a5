"""run_size.py PACKAGE ...: fails when these packages, with what they depend on, take more than 700 MB beside a minimal Debian."""
import sys

import root

LIMIT_MB = 700

machine = root.Machine()
base = root.closure(machine, [])
needed = root.closure(machine, [{"Package": "lammer", "Depends": ", ".join(sys.argv[1:])}])
added = [name for name in needed if name not in base]
size = sum(int(machine.fields[name].get("Installed-Size", 0)) for name in added) // 1024
missing = [name for name in sys.argv[1:] if name not in machine.stanza]
print(f"proof bare root: {len(added)} packages, {size} MB" + (f"; not installed here: {missing}" if missing else ""))
if size > LIMIT_MB:
    sys.exit(f"make run installs {size} MB; at most {LIMIT_MB} are allowed")
