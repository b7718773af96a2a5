# The engine built in several ways, for random.state_hashes: code whose result depends on the compiler or its optimiser
# (the order of arguments, an unset variable, a shift too far) shows as a state that differs.

# lammer_hash_archive(<archive> <compiler> <flag>...): the engine, the profiles and the player of random rounds.
function(lammer_hash_archive archive)
    cmake_path(GET archive PARENT_PATH folder)
    set(commands)
    set(all)
    file(GLOB places CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} LIST_DIRECTORIES true src/core/*)
    list(FILTER places EXCLUDE REGEX "\\.")
    list(APPEND places src/core src/wagers src/meters src/dealer src/profiles src/words tests/support)
    foreach(place IN LISTS places)
        string(REGEX MATCH "^[^/]+/[^/]+" room ${place})
        file(GLOB sources CONFIGURE_DEPENDS ${place}/*.c)
        if(place STREQUAL "tests/support")
            list(FILTER sources INCLUDE REGEX "/(wander|dealer_box)")
        elseif(place STREQUAL "src/words") # what profiles ask for a mistyped name
            list(FILTER sources INCLUDE REGEX "/nearest\\.c$")
        elseif(place STREQUAL "src/profiles")
            list(APPEND sources ${PROJECT_BINARY_DIR}/embedded/lm_embedded_profiles.c)
        endif()
        string(MAKE_C_IDENTIFIER ${place} name)
        file(MAKE_DIRECTORY ${folder}/${name})
        list(APPEND commands COMMAND ${CMAKE_COMMAND} -E chdir ${folder}/${name} ${ARGN} -I${PROJECT_SOURCE_DIR}/${room} -c ${sources})
        list(APPEND all ${sources})
    endforeach()
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/lammer/* src/core/*.h src/wagers/*.h src/meters/*.h tests/support/*.h)
    add_custom_command(OUTPUT ${archive} ${commands}
        COMMAND sh -c "exec ${CMAKE_AR} rcs ${archive} ${folder}/*/*.o"
        DEPENDS ${all} ${headers} COMMENT "Building the engine for ${folder}" VERBATIM)
endfunction()

# One program for random.state_hashes, and with a fault planted in it one for planted.engine-order.
function(lammer_hash_program way)
    set(flags -std=c17 -w -D_POSIX_C_SOURCE=200809L -ffp-contract=off -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/tests/support)
    set(archive ${PROJECT_BINARY_DIR}/hashes/${way}.parts/engine.a)
    lammer_hash_archive(${archive} ${ARGN} ${flags})
    set(main ${PROJECT_SOURCE_DIR}/tests/random/hashes/state_hashes.c)
    set(out ${PROJECT_BINARY_DIR}/hashes/${way})
    add_custom_command(OUTPUT ${out} COMMAND ${ARGN} ${flags} ${main} ${archive} ${hashes_yaml_LDFLAGS} -o ${out}
        DEPENDS ${main} ${archive} VERBATIM)
    set(altered ${PROJECT_BINARY_DIR}/planted/engine-order.c)
    set(planted ${PROJECT_BINARY_DIR}/planted/hashes/${way})
    add_custom_command(OUTPUT ${planted}
        COMMAND ${ARGN} ${flags} -I${PROJECT_SOURCE_DIR}/src/core -I${PROJECT_SOURCE_DIR}/src/core/round ${main} ${altered} ${archive} ${hashes_yaml_LDFLAGS} -o ${planted}
        DEPENDS ${main} ${altered} ${archive} planted.engine-order VERBATIM)
    add_custom_target(hashes.${way} DEPENDS ${out} ${planted})
    add_dependencies(tests hashes.${way})
endfunction()

function(lammer_state_hashes)
    find_program(LAMMER_GCC gcc REQUIRED)
    find_program(LAMMER_CLANG clang REQUIRED)
    pkg_check_modules(hashes_yaml REQUIRED yaml-0.1)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/planted/hashes)
    lammer_hash_program(gcc-O0 ${LAMMER_GCC} -O0)
    lammer_hash_program(gcc-O3 ${LAMMER_GCC} -O3)
    lammer_hash_program(clang-O2 ${LAMMER_CLANG} -O2)
    cmake_language(DEFER CALL lammer_mutate_objects) # after liblammer's own
endfunction()

# tools/mutate makes a shared library of the engine's objects, so it needs the position-independent ones of liblammer.
function(lammer_mutate_objects)
    foreach(room IN ITEMS core wagers meters)
        add_dependencies(tests lammer_pic_${room})
    endforeach()
endfunction()
