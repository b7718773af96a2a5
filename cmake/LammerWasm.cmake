# The WebAssembly build: build/wasm/lammer.wasm and its TypeScript face as JavaScript with types. Made by the target
# `lammer_wasm` where clang with its wasm32 and wasm-ld are found; nothing else needs it.
set(LAMMER_WASM_DIR ${PROJECT_BINARY_DIR}/wasm)

# lammer_wasm_compiler(<variable>): clang, if it can compile and link for wasm32.
function(lammer_wasm_compiler variable)
    find_program(LAMMER_WASM_CC NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
    find_program(LAMMER_WASM_LD NAMES wasm-ld wasm-ld-19 wasm-ld-18 wasm-ld-17 wasm-ld-16 wasm-ld-15 wasm-ld-14)
    set(${variable} FALSE PARENT_SCOPE)
    if(LAMMER_WASM_CC AND LAMMER_WASM_LD)
        execute_process(COMMAND ${LAMMER_WASM_CC} --print-targets OUTPUT_VARIABLE targets ERROR_QUIET)
        if(targets MATCHES "wasm32")
            set(${variable} TRUE PARENT_SCOPE)
        endif()
    endif()
endfunction()

# No C library: bindings/wasm/libc declares what bindings/wasm/*.c defines, and nothing else may be called.
set(LAMMER_WASM_FLAGS --target=wasm32 -mbulk-memory -ffreestanding -std=c17 -O2 -ffp-contract=off
    -ffunction-sections -fdata-sections -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
    -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers -Werror=implicit-function-declaration
    -isystem ${PROJECT_SOURCE_DIR}/bindings/wasm/libc -I${PROJECT_SOURCE_DIR}/include)

# lammer_wasm_object(<objects> <source> [<flag>...]): one object, appended to the list.
function(lammer_wasm_object objects source)
    string(REPLACE ${PROJECT_SOURCE_DIR}/ "" name ${source})
    string(REPLACE ${PROJECT_BINARY_DIR}/ "" name ${name})
    string(REPLACE / . name ${name})
    set(object ${LAMMER_WASM_DIR}/obj/${name}.o)
    add_custom_command(OUTPUT ${object}
        COMMAND ${LAMMER_WASM_CC} ${LAMMER_WASM_FLAGS} ${ARGN} -MD -MF ${object}.d -c ${source} -o ${object}
        DEPENDS ${source} DEPFILE ${object}.d COMMENT "Building WebAssembly object ${name}.o" VERBATIM)
    list(APPEND ${objects} ${object})
    set(${objects} ${${objects}} PARENT_SCOPE)
endfunction()

# Profiles as lists of settings (there is no YAML in a browser), and the clauses, as C.
function(lammer_wasm_data sources)
    file(GLOB profiles CONFIGURE_DEPENDS profiles/*.yaml)
    set(flat)
    foreach(profile IN LISTS profiles)
        cmake_path(GET profile STEM name)
        set(out ${LAMMER_WASM_DIR}/profiles/${name}.settings)
        add_custom_command(OUTPUT ${out} COMMAND flatten ${name} ${out} DEPENDS flatten VERBATIM)
        list(APPEND flat ${out})
    endforeach()
    set(docs ${PROJECT_SOURCE_DIR}/docs/rules/clauses.md ${PROJECT_SOURCE_DIR}/docs/rules/conflicts.md)
    set(out ${LAMMER_WASM_DIR}/profiles.c ${LAMMER_WASM_DIR}/clauses.c)
    add_custom_command(OUTPUT ${out}
        COMMAND embed ${LAMMER_WASM_DIR}/profiles.c lm_embedded_profiles ${flat}
        COMMAND embed ${LAMMER_WASM_DIR}/clauses.c lm_embedded_rules_docs ${docs}
        DEPENDS embed ${flat} ${docs} COMMENT "Embedding profiles and clauses for WebAssembly" VERBATIM)
    set(${sources} ${out} PARENT_SCOPE)
endfunction()

# The rooms as they are, the answers about rules, and what stands in for a C library.
function(lammer_wasm_objects objects)
    set(all)
    set(src ${PROJECT_SOURCE_DIR}/src)
    set(own ${PROJECT_SOURCE_DIR}/bindings/wasm)
    foreach(room IN ITEMS core wagers meters odds words)
        file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${room}/*.c)
        foreach(source IN LISTS sources)
            lammer_wasm_object(all ${source} -I${src}/${room})
        endforeach()
    endforeach()
    foreach(name IN ITEMS profile settings source suggest)
        lammer_wasm_object(all ${src}/profiles/${name}.c -I${src}/profiles)
    endforeach()
    lammer_wasm_object(all ${src}/script/lines.c -I${src}/script)
    file(GLOB_RECURSE answers CONFIGURE_DEPENDS src/study/*.c)
    list(FILTER answers EXCLUDE REGEX "/study/sim/")
    foreach(source IN LISTS answers)
        lammer_wasm_object(all ${source} -I${src}/study)
    endforeach()
    file(GLOB sources CONFIGURE_DEPENDS bindings/wasm/*.c)
    list(REMOVE_ITEM sources ${own}/flatten.c)
    foreach(source IN LISTS sources)
        lammer_wasm_object(all ${source} -I${src}/profiles -I${own} $<$<BOOL:${LAMMER_WERROR}>:-Werror>)
    endforeach()
    lammer_wasm_data(data)
    foreach(source IN LISTS data)
        lammer_wasm_object(all ${source})
    endforeach()
    set(${objects} ${all} PARENT_SCOPE)
endfunction()

# The typed face, checked and compiled by tsc where it is found.
function(lammer_wasm_typescript outputs)
    set(${outputs} PARENT_SCOPE)
    find_program(LAMMER_TSC tsc)
    if(NOT LAMMER_TSC)
        return()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS bindings/wasm/*.ts bindings/wasm/*.json)
    set(out ${LAMMER_WASM_DIR}/index.js ${LAMMER_WASM_DIR}/worker.js ${LAMMER_WASM_DIR}/package.json)
    add_custom_command(OUTPUT ${out}
        COMMAND ${LAMMER_TSC} -p ${PROJECT_SOURCE_DIR}/bindings/wasm --outDir ${LAMMER_WASM_DIR}
        COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/bindings/wasm/package.json ${LAMMER_WASM_DIR}
        DEPENDS ${sources} COMMENT "Compiling the TypeScript face" VERBATIM)
    set(${outputs} ${out} PARENT_SCOPE)
endfunction()

function(lammer_wasm)
    lammer_wasm_compiler(found)
    if(NOT found)
        message(STATUS "WebAssembly: no clang with wasm32 and wasm-ld; bindings/wasm is left out")
        return()
    endif()
    add_executable(flatten EXCLUDE_FROM_ALL bindings/wasm/flatten.c)
    target_link_libraries(flatten PRIVATE lammer_profiles lammer_wagers lammer_core)
    set_property(TARGET flatten PROPERTY RUNTIME_OUTPUT_DIRECTORY tools)
    file(MAKE_DIRECTORY ${LAMMER_WASM_DIR}/obj ${LAMMER_WASM_DIR}/profiles)

    lammer_wasm_objects(objects)
    set(wasm ${LAMMER_WASM_DIR}/lammer.wasm)
    add_custom_command(OUTPUT ${wasm}
        COMMAND ${LAMMER_WASM_LD} --no-entry --gc-sections --strip-all --stack-first -z stack-size=1048576
            ${objects} -o ${wasm}
        DEPENDS ${objects} COMMENT "Linking lammer.wasm" VERBATIM)
    lammer_wasm_typescript(face)
    add_custom_target(lammer_wasm DEPENDS ${wasm} ${face})
    set_property(TARGET lammer_wasm PROPERTY LAMMER_WASM_FILE ${wasm})
endfunction()
