"""layout.py CDEF: every public struct with its size, alignment and members, and every enumerator, one a line."""
import sys

import cffi

ffi = cffi.FFI()
ffi.cdef(open(sys.argv[1]).read())
for name in sorted(ffi.list_types()[0]):
    try:
        kind = ffi.typeof(name)
    except cffi.CDefError:  # the type of a function
        continue
    if kind.kind == "struct" and kind.fields is not None:
        print(f"struct {name} {ffi.sizeof(kind)} {ffi.alignof(kind)}")
        for member, field in kind.fields:
            print(f"member {name}.{member or '(unnamed)'} {field.offset} {ffi.sizeof(field.type)}")
    if kind.kind == "enum":
        for value, word in sorted(kind.elements.items()):
            print(f"value {name} {value} {word}")
