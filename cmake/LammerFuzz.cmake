# Fuzzing: each tests/fuzz/<parser>.c is one libFuzzer target, linked with the same sources as the program but compiled by
# clang with its address and undefined-behaviour sanitizers. tests/fuzz/all.py (the test fuzz.all) runs what lies in
# build/fuzz; tests/fuzz/corpus/<parser> is what each begins with. Without clang and its fuzzer there are no targets, and
# the test is skipped.
set(LAMMER_FUZZ_DIR ${PROJECT_BINARY_DIR}/fuzz)
set(LAMMER_FUZZ_ROOMS core wagers meters dealer profiles words acts store felt house records serve sim study study_sim script term cli)
# The files of these rooms that read input; the others compute or draw and are left out.
set(LAMMER_FUZZ_SIM "/(shard|tally)\\.c$")
set(LAMMER_FUZZ_CLI "/(common|journal|journal_args|journal_round|journal_why|options)\\.c$")
set(LAMMER_FUZZ_STUDY "/(say|text)\\.c$")
set(LAMMER_FUZZ_STUDY_SIM "/(chart|count)\\.c$")
set(LAMMER_FUZZ_TERM "/(explain|tell)\\.c$")
set(LAMMER_FUZZ_SERVE "/(admit|asks|buckets|clock|desk|frames|head|http|links|log|peers|queue|reply|routes|session|signed_heads|slots|socket|stamp|traffic|www|lm_embedded_www)\\.c$")
set(LAMMER_FUZZ_FLAGS -std=c17 -D_POSIX_C_SOURCE=200809L -DLAMMER_SANITIZED=1 -O1 -gline-tables-only -ffp-contract=off
    -fno-omit-frame-pointer -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/= -fsanitize=fuzzer-no-link,address,undefined
    -fno-sanitize-recover=all -I${PROJECT_SOURCE_DIR}/include)

# Sets <variable> when clang is there and has a fuzzer to link.
function(lammer_fuzz_compiler variable)
    find_program(LAMMER_FUZZ_CC NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
    set(${variable} FALSE PARENT_SCOPE)
    if(NOT LAMMER_FUZZ_CC)
        return()
    endif()
    file(CONFIGURE OUTPUT ${LAMMER_FUZZ_DIR}/probe.c CONTENT
        "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d && n > 999; }\n")
    execute_process(COMMAND ${LAMMER_FUZZ_CC} -fsanitize=fuzzer,address,undefined probe.c -o probe.out
        WORKING_DIRECTORY ${LAMMER_FUZZ_DIR} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(NOT failed)
        set(${variable} TRUE PARENT_SCOPE)
    endif()
endfunction()

# The flags that pkg-config gave for compiling and linking the rooms when they were declared.
function(lammer_fuzz_libraries flags libraries)
    set(all_flags)
    set(all_libraries)
    foreach(module IN ITEMS yaml_0_1 libsodium sqlite3 libpq jansson libwebsockets openssl ncursesw)
        list(APPEND all_flags ${${module}_CFLAGS})
        list(APPEND all_libraries ${${module}_LDFLAGS})
    endforeach()
    list(REMOVE_DUPLICATES all_flags)
    list(REMOVE_DUPLICATES all_libraries)
    set(${flags} ${all_flags} PARENT_SCOPE)
    set(${libraries} ${all_libraries} -lm -lpthread PARENT_SCOPE)
endfunction()

# lammer_fuzz_object(<list> <name> <source> <flag>...): one object, appended to the list.
function(lammer_fuzz_object list name source)
    set(object ${LAMMER_FUZZ_DIR}/obj/${name}.o)
    add_custom_command(OUTPUT ${object}
        COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${LAMMER_FUZZ_CC} ${LAMMER_FUZZ_FLAGS} ${ARGN} -MD -MF ${object}.d -c ${source} -o ${object}
        DEPENDS ${source} DEPFILE ${object}.d COMMENT "Building fuzz object ${name}.o" VERBATIM)
    set(${list} ${${list}} ${object} PARENT_SCOPE)
endfunction()

# All rooms as one archive: a target draws in what it needs.
function(lammer_fuzz_archive archive flags)
    set(objects)
    foreach(room IN LISTS LAMMER_FUZZ_ROOMS)
        get_target_property(sources lammer_${room} SOURCES)
        list(FILTER sources EXCLUDE REGEX "\\.o$")
        string(TOUPPER LAMMER_FUZZ_${room} some)
        if(DEFINED ${some})
            list(FILTER sources INCLUDE REGEX "${${some}}")
        endif()
        foreach(source IN LISTS sources)
            string(REGEX REPLACE ".*/src/|\\.c$" "" stem ${source})
            lammer_room_of(folder src/${stem})
            string(REPLACE / . stem ${stem})
            lammer_fuzz_object(objects ${stem} ${source} -I${PROJECT_SOURCE_DIR}/${folder} ${flags})
        endforeach()
    endforeach()
    add_custom_command(OUTPUT ${archive}
        COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
        COMMAND ${CMAKE_AR} rcs ${archive} ${objects}
        DEPENDS ${objects} COMMENT "Archiving the rooms for fuzzing" VERBATIM)
endfunction()

# lammer_fuzz_target(<program> <objects>): a target may replace functions of a room, so its own objects come first and win.
function(lammer_fuzz_target program objects archive libraries)
    add_custom_command(OUTPUT ${program}
        COMMAND ${LAMMER_FUZZ_CC} -fsanitize=fuzzer,address,undefined -Wl,--allow-multiple-definition ${objects} ${archive}
            ${libraries} -o ${program}
        DEPENDS ${objects} ${archive} COMMENT "Linking fuzz target ${program}" VERBATIM)
endfunction()

# A planted fault whose check is fuzz.<parser>: that target alone, with the altered source before the archive.
function(lammer_fuzz_fault fault archive flags libraries)
    cmake_path(GET fault STEM name)
    file(STRINGS ${fault} check REGEX "^check:")
    file(STRINGS ${fault} file REGEX "^file:")
    string(REGEX REPLACE "^check: *fuzz\\." "" parser "${check}")
    string(REGEX REPLACE "^file: *" "" file "${file}")
    lammer_fault_in_its_room(${fault} ${file})
    lammer_room_of(room ${file})
    set(altered ${PROJECT_BINARY_DIR}/planted/${name}.c)
    add_custom_command(OUTPUT ${altered}
        COMMAND tests/planted/plant ${fault} ${altered}
        DEPENDS ${fault} ${file} tests/planted/plant WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
    set(objects)
    lammer_fuzz_object(objects planted.${name} ${altered} -I${PROJECT_SOURCE_DIR}/${room} ${flags})
    list(PREPEND objects ${LAMMER_FUZZ_DIR}/obj/fuzz.${parser}.o)
    set(folder ${PROJECT_BINARY_DIR}/planted/${name})
    file(MAKE_DIRECTORY ${folder})
    lammer_fuzz_target(${folder}/${parser} "${objects}" ${archive} "${libraries}")
    add_custom_target(planted.${name} DEPENDS ${folder}/${parser})
    add_dependencies(tests planted.${name})
    add_test(NAME planted.${name} COMMAND tests/planted/caught ${fault} tests/fuzz/all.py ${parser}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_property(TEST planted.${name} PROPERTY ENVIRONMENT LAMMER_FUZZ=${folder})
endfunction()

function(lammer_fuzz)
    lammer_fuzz_compiler(found)
    if(NOT found)
        message(STATUS "Fuzzing: no clang with libFuzzer; tests/fuzz is skipped")
        return()
    endif()
    file(MAKE_DIRECTORY ${LAMMER_FUZZ_DIR}/obj ${PROJECT_BINARY_DIR}/planted)
    lammer_fuzz_libraries(flags libraries)
    set(archive ${LAMMER_FUZZ_DIR}/liblammer.a)
    lammer_fuzz_archive(${archive} "${flags}")

    file(GLOB sources CONFIGURE_DEPENDS tests/fuzz/*.c)
    set(programs)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM parser)
        file(STRINGS ${source} room LIMIT_COUNT 5 REGEX "^/\\* room: ")
        string(REGEX MATCHALL "[a-z]+" rooms "${room}")
        list(REMOVE_ITEM rooms room)
        list(TRANSFORM rooms PREPEND -I${PROJECT_SOURCE_DIR}/src/)
        set(objects)
        lammer_fuzz_object(objects fuzz.${parser} ${source} ${rooms} -I${PROJECT_SOURCE_DIR}/tests/support ${flags}
            -D_GNU_SOURCE -Wall -Wextra)
        lammer_fuzz_target(${LAMMER_FUZZ_DIR}/${parser} ${objects} ${archive} "${libraries}")
        list(APPEND programs ${LAMMER_FUZZ_DIR}/${parser})
    endforeach()
    add_custom_target(fuzz DEPENDS ${programs})
    add_dependencies(tests fuzz)
    set_property(TEST fuzz.all PROPERTY ENVIRONMENT LAMMER_FUZZ=${LAMMER_FUZZ_DIR})

    file(GLOB faults CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} tests/planted/*/fuzz-*.fault)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${faults})
    foreach(fault IN LISTS faults)
        lammer_fuzz_fault(${fault} ${archive} "${flags}" "${libraries}")
    endforeach()
endfunction()
