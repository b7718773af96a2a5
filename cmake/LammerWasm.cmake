# The WebAssembly build: build/wasm/lammer.wasm and its TypeScript face as JavaScript with types. Made by the target
# `lammer_wasm` where clang can build for WASI and the sources of the libraries are found; nothing else needs it.
#
# The module is a WASI reactor: wasi-libc is its C library, and bindings/wasm/wasi.ts is the system around it.
set(LAMMER_WASM_DIR ${PROJECT_BINARY_DIR}/wasm)

if(DEFINED ENV{XDG_CACHE_HOME})
    set(cache $ENV{XDG_CACHE_HOME})
else()
    set(cache $ENV{HOME}/.cache)
endif()
set(LAMMER_SOURCES ${cache}/lammer CACHE PATH "where tools/sources keeps the sources of jansson and libyaml")

# Debian's wasi-libc has no threads and a plain errno, but with -mbulk-memory its header declares errno as thread-local.
set(LAMMER_WASM_TARGET --target=wasm32-wasi -mbulk-memory -D_Thread_local=)
set(LAMMER_WASM_FLAGS ${LAMMER_WASM_TARGET} -Os -ffunction-sections -fdata-sections)
set(LAMMER_WASM_LINK ${LAMMER_WASM_TARGET} -mexec-model=reactor -Wl,--gc-sections,--strip-all,--stack-first,-zstack-size=1048576)
set(LAMMER_WASM_OWN_FLAGS -std=c17 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
    -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers -Werror=implicit-function-declaration
    -I${PROJECT_SOURCE_DIR}/include)

# The rooms that compute are made for speed, everything else for size.
set(LAMMER_WASM_QUICK core wagers meters odds)

# lammer_wasm_compiler(<variable>): clang, if it can compile and link for WASI.
function(lammer_wasm_compiler variable)
    set(${variable} FALSE PARENT_SCOPE)
    find_program(LAMMER_WASM_CC NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
    if(LAMMER_WASM_CC)
        file(WRITE ${LAMMER_WASM_DIR}/try.c "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return puts(getenv(\"HOME\")); }\n")
        execute_process(COMMAND ${LAMMER_WASM_CC} ${LAMMER_WASM_LINK} ${LAMMER_WASM_DIR}/try.c -o ${LAMMER_WASM_DIR}/try.wasm
            RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
        if(NOT failed)
            set(${variable} TRUE PARENT_SCOPE)
        endif()
    endif()
endfunction()

# lammer_wasm_sources(<variable>): the folders of jansson and libyaml, each in the version that the program is linked with;
# empty where one is not there.
function(lammer_wasm_sources variable)
    pkg_check_modules(wasm_jansson QUIET jansson)
    pkg_check_modules(wasm_yaml QUIET yaml-0.1)
    set(found ${LAMMER_SOURCES}/jansson-${wasm_jansson_VERSION} ${LAMMER_SOURCES}/libyaml-${wasm_yaml_VERSION})
    foreach(folder IN LISTS found)
        if(NOT EXISTS ${folder}/src)
            message(STATUS "WebAssembly: no ${folder}; tools/sources fetches it")
            set(found)
            break()
        endif()
    endforeach()
    set(${variable} ${found} PARENT_SCOPE)
endfunction()

# lammer_wasm_object(<objects> <source> [<flag>...]): one object, appended to the list.
function(lammer_wasm_object objects source)
    string(REPLACE ${PROJECT_SOURCE_DIR}/ "" name ${source})
    string(REPLACE ${PROJECT_BINARY_DIR}/ "" name ${name})
    string(REPLACE ${LAMMER_SOURCES}/ "" name ${name})
    string(REPLACE / . name ${name})
    set(object ${LAMMER_WASM_DIR}/obj/${name}.o)
    add_custom_command(OUTPUT ${object}
        COMMAND ${LAMMER_WASM_CC} ${LAMMER_WASM_FLAGS} ${ARGN} -MD -MF ${object}.d -c ${source} -o ${object}
        DEPENDS ${source} DEPFILE ${object}.d COMMENT "Building WebAssembly object ${name}.o" VERBATIM)
    list(APPEND ${objects} ${object})
    set(${objects} ${${objects}} PARENT_SCOPE)
endfunction()

# lammer_wasm_folder(<objects> <folder> [<flag>...]): every C file of a folder and of those below it. study/sim is left out,
# because the module has no simulator.
function(lammer_wasm_folder objects folder)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.c)
    list(FILTER sources EXCLUDE REGEX "/study/sim/")
    foreach(source IN LISTS sources)
        lammer_wasm_object(${objects} ${source} -I${folder} ${ARGN})
    endforeach()
    set(${objects} ${${objects}} PARENT_SCOPE)
endfunction()

# Compiles the libraries, the rooms that the face may call and those that they know, the embedded files, and the face. Neither
# library's configure script is run: jansson has a ready header for Android, and its private header may be empty; libyaml
# needs only a version, which is not used.
function(lammer_wasm_objects objects jansson yaml)
    set(all)
    set(src ${PROJECT_SOURCE_DIR}/src)
    set(flags ${LAMMER_WASM_OWN_FLAGS} -isystem ${jansson}/src -isystem ${jansson}/android -isystem ${yaml}/include)
    file(CONFIGURE OUTPUT ${LAMMER_WASM_DIR}/jansson/jansson_private_config.h CONTENT "")
    lammer_wasm_folder(all ${jansson}/src -w -DHAVE_STDINT_H -I${jansson}/android -I${LAMMER_WASM_DIR}/jansson)
    lammer_wasm_folder(all ${yaml}/src -w -I${yaml}/include
        -DYAML_VERSION_STRING="" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=0 -DYAML_VERSION_PATCH=0)
    get_property(doors GLOBAL PROPERTY LAMMER_DOORS_bindings_wasm)
    lammer_rooms_behind(rooms ${doors})
    foreach(room IN LISTS rooms)
        set(speed)
        if(room IN_LIST LAMMER_WASM_QUICK)
            set(speed -O2 -msimd128)
        endif()
        lammer_wasm_folder(all ${src}/${room} ${flags} ${speed})
    endforeach()
    foreach(symbol IN ITEMS lm_embedded_profiles lm_embedded_rules_docs lm_embedded_styles)
        lammer_wasm_object(all ${PROJECT_BINARY_DIR}/embedded/${symbol}.c ${flags})
    endforeach()
    lammer_wasm_folder(all ${PROJECT_SOURCE_DIR}/bindings/wasm ${flags} $<$<BOOL:${LAMMER_WERROR}>:-Werror>)
    set(${objects} ${all} PARENT_SCOPE)
endfunction()

# The typed face: the types of the answers are made from their rows, the rest is checked and compiled by tsc where it is found.
function(lammer_wasm_typescript outputs)
    set(own ${PROJECT_SOURCE_DIR}/bindings/wasm)
    set(rows ${PROJECT_SOURCE_DIR}/src/study/answers.def)
    set(types ${LAMMER_WASM_DIR}/types.d.ts)
    add_custom_command(OUTPUT ${types} COMMAND ${PROJECT_SOURCE_DIR}/tools/types ${rows} > ${types}
        DEPENDS ${PROJECT_SOURCE_DIR}/tools/types ${PROJECT_SOURCE_DIR}/include/lammer/program/told.h ${rows}
        COMMENT "Making the types of answers" VERBATIM)
    set(${outputs} ${types} PARENT_SCOPE)
    find_program(LAMMER_TSC tsc)
    if(NOT LAMMER_TSC)
        return()
    endif()
    file(CONFIGURE OUTPUT ${LAMMER_WASM_DIR}/tsconfig.json CONTENT
        "{ \"extends\": \"${own}/tsconfig.json\", \"compilerOptions\": { \"outDir\": \".\", \"rootDirs\": [\"${own}\", \".\"] } }\n")
    file(GLOB sources CONFIGURE_DEPENDS bindings/wasm/*.ts bindings/wasm/*.json)
    set(out ${LAMMER_WASM_DIR}/index.js ${LAMMER_WASM_DIR}/wasi.js ${LAMMER_WASM_DIR}/worker.js ${LAMMER_WASM_DIR}/package.json)
    add_custom_command(OUTPUT ${out}
        COMMAND ${LAMMER_TSC} -p ${LAMMER_WASM_DIR}
        COMMAND ${CMAKE_COMMAND} -E copy ${own}/package.json ${LAMMER_WASM_DIR}
        DEPENDS ${sources} ${types} COMMENT "Compiling the TypeScript face" VERBATIM)
    set(${outputs} ${types} ${out} PARENT_SCOPE)
endfunction()

function(lammer_wasm)
    lammer_wasm_compiler(found)
    lammer_wasm_sources(libraries)
    if(NOT found OR NOT libraries)
        message(STATUS "WebAssembly: clang cannot build for wasm32-wasi here, or a library's source is missing; bindings/wasm is left out")
        return()
    endif()
    file(MAKE_DIRECTORY ${LAMMER_WASM_DIR}/obj)
    lammer_wasm_objects(objects ${libraries})
    set(wasm ${LAMMER_WASM_DIR}/lammer.wasm)
    add_custom_command(OUTPUT ${wasm} COMMAND ${LAMMER_WASM_CC} ${LAMMER_WASM_LINK} ${objects} -o ${wasm}
        DEPENDS ${objects} COMMENT "Linking lammer.wasm" VERBATIM)
    lammer_wasm_typescript(face)
    add_custom_target(lammer_wasm DEPENDS ${wasm} ${face})
    set_property(TARGET lammer_wasm PROPERTY LAMMER_WASM_FILE ${wasm})
endfunction()
