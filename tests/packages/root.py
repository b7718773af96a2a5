"""root.py FOLDER PACKAGE.deb ... - a Debian root in FOLDER that holds what the given packages depend on, and nothing more.

The files and the records of dpkg are those of this machine, so no network is needed. What a package forgot to depend on is not
there, and dpkg in that root refuses what is not satisfied.
"""
import os
import re
import shutil
import subprocess
import sys

DPKG = "/var/lib/dpkg"

# What every Debian system has (Essential, or needed by dpkg and by the scripts of packages).
ALWAYS = """base-files base-passwd bash coreutils dash debianutils diffutils dpkg findutils grep gzip hostname init-system-helpers
    libc-bin login ncurses-base passwd perl-base sed sysvinit-utils tar util-linux""".split()


def read_stanzas(text):
    for stanza in text.strip().split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z-]+): *((?:.*)(?:\n .*)*)", stanza, re.M))
        yield fields, stanza


class Machine:
    """The packages that are installed here."""

    def __init__(self):
        self.stanza, self.fields, self.provides = {}, {}, {}
        with open(f"{DPKG}/status") as status:
            for fields, stanza in read_stanzas(status.read()):
                if fields.get("Status", "").endswith(" installed"):
                    name = fields["Package"]
                    self.stanza[name], self.fields[name] = stanza, fields
                    for virtual in re.findall(r"[a-z0-9][a-z0-9+.-]+(?=$|,| \()", fields.get("Provides", "")):
                        self.provides.setdefault(virtual, name)

    def choose(self, alternatives):
        for alternative in alternatives.split("|"):
            name = re.match(r"[a-z0-9+.-]+", alternative.strip()).group(0)
            name = name if name in self.stanza else self.provides.get(name)
            if name:
                return name
        return None


def wants(fields):
    for field in ("Pre-Depends", "Depends"):
        yield from (want for want in fields.get(field, "").split(",") if want.strip())


def closure(machine, fields_of_packages):
    """Names of all packages of this machine that the given ones need; what is missing is left to dpkg to complain about."""
    own = {fields["Package"] for fields in fields_of_packages}
    found, todo = set(), list(ALWAYS)
    for fields in fields_of_packages:
        todo += [machine.choose(want) for want in wants(fields) if want.split()[0] not in own]
    while todo:
        name = todo.pop()
        if name and name not in found and name in machine.stanza:
            found.add(name)
            todo += [machine.choose(want) for want in wants(machine.fields[name])]
    return sorted(found)


def info_files(machine, name):
    full = (name, f"{name}:{machine.fields[name]['Architecture']}")
    return [file for file in os.listdir(f"{DPKG}/info") if file.rpartition(".")[0] in full]


def list_files(machine, names):
    files = []
    for name in names:
        for info in info_files(machine, name):
            files.append(f"{DPKG}/info/{info}")
            if info.endswith(".list"):
                files += [line for line in open(f"{DPKG}/info/{info}").read().split("\n") if line not in ("", "/.")]
    return [file for file in dict.fromkeys(files) if os.path.lexists(file)]


def copy(files, root):
    """Through tar, which keeps owners and modes; a merged /usr stays merged."""
    os.makedirs(f"{root}/usr")
    for link in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        if os.path.islink(f"/{link}"):
            os.makedirs(f"{root}/usr/{link}", exist_ok=True)
            os.symlink(f"usr/{link}", f"{root}/{link}")
    files = [file for file in files if file.strip("/") not in ("bin", "sbin", "lib", "lib32", "lib64", "libx32")]
    listed = "\0".join(file.lstrip("/") for file in files)
    pack = subprocess.Popen(
        ["tar", "-C", "/", "--no-recursion", "--null", "-T", "-", "-cf", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    unpack = subprocess.Popen(["tar", "-C", root, "--keep-directory-symlink", "-xpf", "-"], stdin=pack.stdout)
    pack.stdout.close()
    pack.stdin.write(listed.encode())
    pack.stdin.close()
    if unpack.wait() or pack.wait():
        sys.exit("root.py: the files could not be copied")


def finish(machine, names, root):
    """What the maintainer scripts of the base packages would have made."""
    for folder in (
        "dev",
        "etc",
        "proc",
        "run",
        "tmp",
        "var/lib/dpkg/updates",
        "var/lib/dpkg/triggers",
        "var/log",
        "var/cache",
    ):
        os.makedirs(f"{root}/{folder}", exist_ok=True)
    os.chmod(f"{root}/tmp", 0o1777)
    with open(f"{root}{DPKG}/status", "w") as status:
        status.write("\n\n".join(machine.stanza[name] for name in names) + "\n")
    with open(f"{root}{DPKG}/triggers/ldconfig", "w") as triggers:
        triggers.write("libc-bin\n")
    for name in ("passwd", "group"):
        with open(f"{root}/usr/share/base-passwd/{name}.master") as master, open(f"{root}/etc/{name}", "w") as made:
            made.write(master.read())
    with open(f"{root}/etc/passwd") as passwd, open(f"{root}/etc/shadow", "w") as shadow:
        shadow.writelines(f"{line.split(':')[0]}:*:19000:0:99999:7:::\n" for line in passwd)
    os.chmod(f"{root}/etc/shadow", 0o640)
    for name in ("account", "auth", "password", "session", "session-noninteractive"):  # made by pam-auth-update
        shutil.copy(f"/etc/pam.d/common-{name}", f"{root}/etc/pam.d/common-{name}")
    for name, minor in (("null", 3), ("zero", 5), ("urandom", 9)):
        try:
            os.mknod(f"{root}/dev/{name}", 0o020666, os.makedev(1, minor))
            os.chmod(f"{root}/dev/{name}", 0o666)
        except PermissionError:
            open(f"{root}/dev/{name}", "w").close()


def main():
    root, packages = sys.argv[1], sys.argv[2:]
    show = [subprocess.check_output(["dpkg-deb", "-f", package], text=True) for package in packages]
    machine = Machine()
    names = closure(machine, [fields for text in show for fields, _ in read_stanzas(text)])
    copy(list_files(machine, names), root)
    finish(machine, names, root)
    print(f"a root of {len(names)} packages")


if __name__ == "__main__":
    main()
