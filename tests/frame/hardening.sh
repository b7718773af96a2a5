#!/bin/sh
# The program and the shared library as they were linked: the hardening flags took effect. A program and a
# library that were built without them must fail every check; otherwise the check proves nothing.
set -eu
export LC_ALL=C

build=$(dirname "$LAMMER")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 checked=0 noticed=0

# Each check reads one file and says nothing when all is well.

position_independent() {
    readelf -hW "$1" | grep -q 'Type: *DYN' && readelf -dW "$1" | grep -q 'FLAGS_1.*PIE' || echo "it is no position-independent executable"
}
relocations_read_only() {
    readelf -lW "$1" | grep -q GNU_RELRO || echo "its relocations stay writable"
}
bound_at_start() {
    readelf -dW "$1" | grep -Eq 'BIND_NOW|FLAGS_1.*NOW' || echo "symbols are bound when they are used, from a writable table"
}
stack_not_executable() {
    flags=$(readelf -lW "$1" | awk '/GNU_STACK/ { print $7 }')
    [ "$flags" = RW ] || echo "its stack is '$flags'"
}
nothing_writable_and_executable() {
    ! readelf -lW "$1" | awk '/ LOAD / { print $7 $8 $9 }' | grep -q 'W.*E' || echo "a segment is writable and executable"
}
headers_not_executable() {
    first=$(readelf -lW "$1" | awk '/ LOAD / { print $7 $8; exit }')
    case $first in *E*) echo "its first segment, with headers and constants, is executable" ;; esac
}
no_text_relocations() {
    ! readelf -dW "$1" | grep -q TEXTREL || echo "its code is written to when it is loaded"
}
# The loader searches system folders anyway; any other folder, above all an empty name, is a risk.
no_search_path() {
    paths=$(readelf -dW "$1" | sed -n 's/.*\(RPATH\|RUNPATH\).*\[\(.*\)\]/\2/p')
    [ -n "$paths" ] || return 0
    echo "$paths:" | tr ':' '\n' | sed '$d' | while read -r path; do
        case $path in
        /usr/lib/*) [ -z "$(find "$path" -maxdepth 0 ! -user root -o -maxdepth 0 -perm /022 2>&1)" ] || echo "libraries come from $path" ;;
        *) echo "libraries come from '$path'" ;;
        esac
    done
}
stack_guarded() {
    readelf -W --dyn-syms "$1" | grep -q __stack_chk_fail || echo "its stack frames have no guard"
}
functions_fortified() {
    readelf -W --dyn-syms "$1" | grep -Eq ' __(memcpy|snprintf|fprintf|printf|vsnprintf|strcpy|strcat|memset|sprintf)_chk' ||
        echo "no function checks the size of its target"
}
# The compiler puts a landing mark (endbr64) before every target of an indirect jump.
jumps_land_on_marks() {
    [ "$(uname -m)" = x86_64 ] || return 0
    marks=$(grep -aoP '\xf3\x0f\x1e\xfa' "$1" | wc -l)
    [ "$marks" -ge 500 ] || echo "only $marks functions begin with a landing mark"
}
shadow_stack_wanted() {
    [ "$(uname -m)" = x86_64 ] || return 0
    readelf -nW "$1" | grep -q SHSTK || echo "it does not ask for a shadow stack"
}
common="relocations_read_only bound_at_start stack_not_executable nothing_writable_and_executable headers_not_executable
    no_text_relocations no_search_path stack_guarded functions_fortified jumps_land_on_marks shadow_stack_wanted"

right() {
    file=$1
    shift
    for check in "$@"; do
        said=$($check "$file")
        checked=$((checked + 1))
        [ -z "$said" ] || {
            echo "$file: $said"
            failed=$((failed + 1))
        }
    done
}

# The planted faults: everything that can be left out was.
wrong() {
    file=$1
    shift
    for check in "$@"; do
        [ -n "$($check "$file")" ] || {
            echo "$check does not notice $file"
            failed=$((failed + 1))
        }
        noticed=$((noticed + 1))
    done
}

printf '#include <stdio.h>\n#include <string.h>\nint main(int c, char **v) { char a[9]; strcpy(a, v[c - 1]); return puts(a); }\n' >"$work/bad.c"
off="-O1 -U_FORTIFY_SOURCE -fno-stack-protector -fcf-protection=none -Wl,-z,norelro,-z,lazy,-z,execstack,-z,noseparate-code,-rpath,.:"
# shellcheck disable=SC2086
"${CC:-cc}" $off -no-pie -o "$work/bad" "$work/bad.c"
# A library whose code holds an address, and one whose sections are joined in one segment.
printf 'int thing;\nint get(void);\nint get(void) { __asm__(".section .text; .quad thing; .previous"); return thing; }\n' >"$work/bad_library.c"
# shellcheck disable=SC2086
"${CC:-cc}" $off -fPIC -shared -nostdlib -Wl,-z,notext -o "$work/bad.so" "$work/bad_library.c" 2>"$work/said"
# shellcheck disable=SC2086
"${CC:-cc}" $off -fPIC -shared -nostdlib -Wl,-z,notext,--omagic -o "$work/joined.so" "$work/bad_library.c" 2>"$work/said"

# shellcheck disable=SC2086
{
    wrong "$work/bad" position_independent relocations_read_only bound_at_start stack_not_executable headers_not_executable no_search_path \
        stack_guarded functions_fortified jumps_land_on_marks shadow_stack_wanted
    wrong "$work/bad.so" relocations_read_only bound_at_start stack_not_executable no_text_relocations no_search_path stack_guarded \
        functions_fortified jumps_land_on_marks shadow_stack_wanted
    wrong "$work/joined.so" nothing_writable_and_executable headers_not_executable
    right "$LAMMER" position_independent $common
    programs=1
    for library in "$build"/lib/liblammer.so; do
        [ ! -e "$library" ] || {
            right "$library" $common
            programs=$((programs + 1))
        }
    done
    [ ! -e "$build/packaged/lammer" ] || {
        right "$build/packaged/lammer" position_independent $common
        programs=$((programs + 1))
    }
}
echo "hardening: $checked checks on $programs files, $failed failed; $noticed planted faults looked for"
[ "$failed" -eq 0 ]
