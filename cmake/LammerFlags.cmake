# Flags in two flavours: `lammer_flags`, which ships, and `lammer_flags_san`, which aborts at the first
# memory error or undefined behaviour. Warnings belong to the first; the second compiles the same sources.
option(LAMMER_WERROR "Treat warnings as errors" ON)

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Assertions stay in the default build: they guard money. Only Release drops them.
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug, RelWithDebInfo or Release" FORCE)
endif()

add_library(lammer_flags INTERFACE)
add_library(lammer_flags_san INTERFACE)

foreach(flags IN ITEMS lammer_flags lammer_flags_san)
    target_compile_definitions(${flags} INTERFACE _POSIX_C_SOURCE=200809L)
    target_compile_options(${flags} INTERFACE
        -ffp-contract=off                               # doubles agree across compilers
        -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=      # assertions name src/core/round/round.c wherever it was built
        -fPIE)
    target_link_options(${flags} INTERFACE -pie)
endforeach()

# Warnings that are not wanted: rows of tables leave out trailing fields, functions behind one interface need not use every
# argument of it, and embedded documents are long strings.
target_compile_options(lammer_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    -Wold-style-definition -Wvla -Wundef -Wformat=2 -Wwrite-strings -Wcast-qual -Wpointer-arith
    -Wimplicit-fallthrough -Wdouble-promotion
    -Wno-missing-field-initializers -Wno-unused-parameter -Wno-overlength-strings
    $<$<BOOL:${LAMMER_WERROR}>:-Werror>)

# Hardening; frame.hardening reads it from what was linked. Fortified string functions need an optimising build.
set(LAMMER_HARD_LINK -Wl,-z,relro,-z,now,-z,noexecstack,-z,separate-code)
target_compile_options(lammer_flags INTERFACE
    -fstack-protector-strong -fstack-clash-protection
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE>
    $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
    target_compile_options(lammer_flags INTERFACE -fcf-protection)
    string(APPEND LAMMER_HARD_LINK ",-z,shstk")
endif()
target_link_options(lammer_flags INTERFACE ${LAMMER_HARD_LINK})

set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
target_compile_definitions(lammer_flags_san INTERFACE LAMMER_SANITIZED=1)
target_compile_options(lammer_flags_san INTERFACE ${sanitizers} -O1 -g -fno-omit-frame-pointer)
target_link_options(lammer_flags_san INTERFACE ${sanitizers})
