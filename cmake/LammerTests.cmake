# Tests, found by where they lie. Every one runs in the repository root, and the target `tests` builds
# what they need.
#
#   tests/<room>/<file>.c               <room>.<file>     a cmocka program
#   tests/<room>/kit/*.h and *.c        no test           what the tests of a room share
#   tests/support/*.c                   no test           helpers linked into the programs of all rooms
#   tests/fuzz/*.c                      fuzz.all          targets of libFuzzer (cmake/LammerFuzz.cmake)
#   tests/<folder>/<file>.sh or .py     <folder>.<file>   if executable
#   tests/rounds/<document>/*.round     rounds.<document> by `lammer deal`; examples/*.round is rounds.examples
#   tools/clauses --check               clauses
#   tools/sentences --check             sentences
#   tools/tables --check                tables
#   tools/core-symbols                  frame.core-symbols
#   tools/cycles                        frame.cycles
#
# A comment at the head of a test program asks for more: /* sanitized */ for the twin <room>.<file>.san,
# /* soak */ (in a script: a line "# soak" near its head) for the label that `make soak` selects. A script that exits 77
# was skipped.

# lammer_test(<room>.<file> SOURCES <file>... ROOMS <room>... [SANITIZED] [ARGS <arg>...] [LABELS <label>...])
#
# Links the given rooms; sees include/, tests/support/ and the private headers of the room it is named after.
function(lammer_test name)
    cmake_parse_arguments(PARSE_ARGV 1 test "SANITIZED" "" "SOURCES;ROOMS;ARGS;LABELS")
    string(REGEX REPLACE "\\..*" "" room ${name})
    lammer_test_program(${name} "")
    set_property(TEST ${name} PROPERTY LABELS ${test_LABELS})
    if(test_SANITIZED)
        lammer_test_program(${name}.san _san)
    endif()
endfunction()

# One flavour of the test that lammer_test is declaring.
macro(lammer_test_program program flavour)
    lammer_link_rooms(libraries "${flavour}" ${test_ROOMS})
    add_executable(${program} EXCLUDE_FROM_ALL ${test_SOURCES})
    lammer_kit(kit ${room} "${flavour}")
    target_link_libraries(${program} PRIVATE
        ${kit} lammer_support${flavour} ${libraries} lammer_flags${flavour} PkgConfig::cmocka)
    lammer_seen_by(seen ${room})
    target_include_directories(${program} PRIVATE ${seen})
    set_property(TARGET ${program} PROPERTY RUNTIME_OUTPUT_DIRECTORY tests)
    add_dependencies(tests ${program})
    add_test(NAME ${program} COMMAND ${program} ${test_ARGS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endmacro()

# The helpers in tests/support/, for both flavours; only their headers while there is nothing to compile.
function(lammer_test_support)
    file(GLOB sources CONFIGURE_DEPENDS tests/support/*.c)
    foreach(flavour IN ITEMS "" _san)
        if(sources)
            add_library(lammer_support${flavour} STATIC EXCLUDE_FROM_ALL ${sources})
            target_include_directories(lammer_support${flavour} PUBLIC tests/support include)
            target_link_libraries(lammer_support${flavour} PUBLIC lammer_flags${flavour} PkgConfig::cmocka)
        else()
            add_library(lammer_support${flavour} INTERFACE)
            target_include_directories(lammer_support${flavour} INTERFACE tests/support include)
        endif()
    endforeach()
endfunction()

# lammer_kit(<variable> <room> <flavour>): the library of a room's tests/<room>/kit/*.c, or nothing where all of the kit is headers.
function(lammer_kit variable room flavour)
    set(kit ${room}_kit${flavour})
    file(GLOB sources CONFIGURE_DEPENDS tests/${room}/kit/*.c)
    if(sources AND NOT TARGET ${kit})
        add_library(${kit} STATIC EXCLUDE_FROM_ALL ${sources})
        target_link_libraries(${kit} PUBLIC lammer_support${flavour} lammer_flags${flavour} PkgConfig::cmocka)
    elseif(NOT sources)
        set(kit)
    endif()
    set(${variable} ${kit} PARENT_SCOPE)
endfunction()

# Tests of core are linked only with core and the wagers; tests of every other room may use all rooms.
function(lammer_unit_tests)
    get_property(all_rooms GLOBAL PROPERTY LAMMER_ROOMS)
    list(REVERSE all_rooms)
    file(GLOB sources CONFIGURE_DEPENDS tests/*/*.c)
    list(FILTER sources EXCLUDE REGEX "/tests/(support|fuzz)/")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM file)
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(GET folder FILENAME room)
        set(rooms ${all_rooms})
        if(room STREQUAL "core")
            set(rooms wagers core)
        endif()
        file(READ ${source} head LIMIT 1000)
        set(asks)
        if(head MATCHES "/\\* sanitized \\*/")
            list(APPEND asks SANITIZED)
        endif()
        if(head MATCHES "/\\* soak \\*/")
            list(APPEND asks LABELS soak)
        endif()
        lammer_test(${room}.${file} SOURCES ${source} ROOMS ${rooms} ${asks})
    endforeach()
endfunction()

# src/odds over whole numbers (ODDS_EXACT), joined into one object that shows no names but exact_odds_*, so that
# odds.exact can hold it beside the analyser that ships. It stops at the first sum that does not fit.
function(lammer_exact_odds)
    if(NOT TARGET odds.exact)
        return()
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/odds/*.c tests/odds/exact/*.c)
    list(FILTER sources EXCLUDE REGEX "/price")
    add_library(exact_odds OBJECT EXCLUDE_FROM_ALL ${sources})
    target_include_directories(exact_odds PRIVATE include src/odds)
    target_compile_definitions(exact_odds PRIVATE ODDS_EXACT)
    target_compile_options(exact_odds PRIVATE
        -fsanitize=signed-integer-overflow -fsanitize-undefined-trap-on-error)
    target_link_libraries(exact_odds PRIVATE lammer_flags)
    set(joined ${PROJECT_BINARY_DIR}/exact_odds.o)
    add_custom_command(OUTPUT ${joined}
        COMMAND ${CMAKE_LINKER} -r -o ${joined}.parts $<TARGET_OBJECTS:exact_odds>
        COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=exact_odds_* ${joined}.parts ${joined}
        DEPENDS exact_odds $<TARGET_OBJECTS:exact_odds> COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(odds.exact PRIVATE ${joined})
endfunction()

# Round scripts, those of each document as one test, by the program and by its sanitized twin.
function(lammer_round_tests)
    file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true tests/rounds/* examples)
    foreach(folder IN LISTS folders)
        cmake_path(GET folder FILENAME name)
        file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${folder}/*.round)
        if(scripts)
            add_test(NAME rounds.${name} COMMAND lammer deal ${scripts}
                WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
            add_test(NAME rounds.${name}.san COMMAND lammer_san deal ${scripts}
                WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
        endif()
    endforeach()
endfunction()

# lammer_script_test(<name> <script> [<arg>...]): LAMMER names the program, CC the compiler that built it. A script that says
# "# sanitized" in its first lines is run with the sanitized program as well, without its leak check, which cannot run in a contained process.
function(lammer_script_test name script)
    file(STRINGS ${script} sanitized LIMIT_COUNT 5 REGEX "^# sanitized")
    if(sanitized)
        add_test(NAME ${name}.san COMMAND ${script} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
        set_property(TEST ${name}.san PROPERTY ENVIRONMENT LAMMER=${PROJECT_BINARY_DIR}/lammer_san
            CC=${CMAKE_C_COMPILER} ASAN_OPTIONS=detect_leaks=0)
        set_property(TEST ${name}.san PROPERTY SKIP_RETURN_CODE 77)
    endif()
    add_test(NAME ${name} COMMAND ${script} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_property(TEST ${name} PROPERTY ENVIRONMENT LAMMER=${PROJECT_BINARY_DIR}/lammer CC=${CMAKE_C_COMPILER})
    set_property(TEST ${name} PROPERTY SKIP_RETURN_CODE 77)
    file(STRINGS ${script} soak LIMIT_COUNT 5 REGEX "^# soak")
    if(soak)
        set_property(TEST ${name} PROPERTY LABELS soak)
    endif()
endfunction()

# Scripts that are not executable are helpers of those that are.
function(lammer_script_tests)
    file(GLOB scripts CONFIGURE_DEPENDS tests/*/*.sh tests/*/*.py)
    foreach(script IN LISTS scripts)
        execute_process(COMMAND test -x ${script} RESULT_VARIABLE helper)
        if(NOT helper)
            cmake_path(GET script STEM name)
            cmake_path(GET script PARENT_PATH folder)
            cmake_path(GET folder FILENAME folder)
            lammer_script_test(${folder}.${name} ${script})
        endif()
    endforeach()
    file(GLOB clauses CONFIGURE_DEPENDS tools/clauses)
    if(clauses)
        lammer_script_test(clauses ${clauses} --check)
    endif()
    lammer_script_test(sentences ${PROJECT_SOURCE_DIR}/tools/sentences --check)
    lammer_script_test(tables ${PROJECT_SOURCE_DIR}/tools/tables --check)
    if(TARGET lammer_core)
        lammer_script_test(frame.core-symbols ${PROJECT_SOURCE_DIR}/tools/core-symbols $<TARGET_FILE:lammer_core>)
    endif()
endfunction()

# Files that all call each other can only be understood together, so the rooms behind the server have a limit for them.
set(LAMMER_CYCLE_LIMIT 8)

function(lammer_cycle_test)
    set(objects)
    foreach(room IN ITEMS felt house records serve)
        if(NOT TARGET lammer_${room})
            return()
        endif()
        list(APPEND objects $<TARGET_OBJECTS:lammer_${room}>)
    endforeach()
    add_test(NAME frame.cycles COMMAND ${PROJECT_SOURCE_DIR}/tools/cycles ${LAMMER_CYCLE_LIMIT} ${objects}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} COMMAND_EXPAND_LISTS)
endfunction()

# Tells CTest what long tests cost (tests/long.txt), because a fresh build folder has no times of its own.
function(lammer_long_tests_first)
    get_property(tests DIRECTORY PROPERTY TESTS)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS tests/long.txt)
    file(STRINGS tests/long.txt rows REGEX "^[a-z]")
    foreach(row IN LISTS rows)
        string(REGEX MATCH "^([^ ]+) ([0-9]+)$" row "${row}")
        if(CMAKE_MATCH_1 IN_LIST tests)
            set_property(TEST ${CMAKE_MATCH_1} PROPERTY COST ${CMAKE_MATCH_2})
        endif()
    endforeach()
endfunction()

function(lammer_tests)
    pkg_check_modules(cmocka REQUIRED IMPORTED_TARGET cmocka)
    add_custom_target(tests)
    lammer_test_support()
    lammer_unit_tests()
    lammer_exact_odds()
    lammer_script_tests()
    lammer_cycle_test()
    if(TARGET lammer)
        add_dependencies(tests lammer lammer_san)
        lammer_round_tests()
    endif()
endfunction()
