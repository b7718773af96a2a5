# What other programs use: liblammer, shared and static, with its headers, pkg-config and CMake files; the WebAssembly
# build. None of it is part of `all`: the target `lammer_library` makes the libraries, `lammer_wasm` the module, and the
# tests build what they need. `cmake --install BUILD --component lammer-library` and `lammer-dev` install.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(LAMMER_LIBRARY_ROOMS core wagers meters dealer profiles odds sim words study)
set(LAMMER_LIBRARY_SMALL dealer meters profiles words study) # not on the path of a round: compiled for size
set(LAMMER_LIBRARY_MODULES "yaml-0.1 libsodium jansson")
set(LAMMER_LIBRARY_HEADERS card chart check dealer event explain irregular meter money odds price profile round rules shoe sim situations status
    story study table text version wager words)
set(LAMMER_LIBRARY_MAP ${PROJECT_SOURCE_DIR}/bindings/c/liblammer.map)

# Compiles the objects of a room again, position-independent for a shared library and without MPI and CUDA.
function(lammer_library_room room)
    get_target_property(sources lammer_${room} SOURCES)
    list(FILTER sources EXCLUDE REGEX "\\.o$")
    get_target_property(flags lammer_flags INTERFACE_COMPILE_OPTIONS)
    list(REMOVE_ITEM flags -fPIE)
    get_target_property(own lammer_${room} COMPILE_OPTIONS)
    if(NOT own)
        set(own)
    endif()
    if(room IN_LIST LAMMER_LIBRARY_SMALL)
        list(APPEND own -Os)
    endif()
    add_library(lammer_pic_${room} OBJECT EXCLUDE_FROM_ALL ${sources})
    target_include_directories(lammer_pic_${room} PRIVATE include src/${room})
    target_compile_definitions(lammer_pic_${room} PRIVATE
        $<TARGET_PROPERTY:lammer_flags,INTERFACE_COMPILE_DEFINITIONS>)
    target_compile_options(lammer_pic_${room} PRIVATE ${flags} ${own} -ffunction-sections -fdata-sections)
    set_property(TARGET lammer_pic_${room} PROPERTY POSITION_INDEPENDENT_CODE ON)
endfunction()

# build/lib/liblammer.so: shows the names of the map, with their version.
function(lammer_shared_library objects)
    add_library(lammer_shared SHARED EXCLUDE_FROM_ALL ${objects})
    foreach(module IN ITEMS yaml_0_1 libsodium jansson)
        target_link_libraries(lammer_shared PRIVATE PkgConfig::${module})
    endforeach()
    target_link_libraries(lammer_shared PRIVATE m Threads::Threads)
    target_link_options(lammer_shared PRIVATE -Wl,--version-script=${LAMMER_LIBRARY_MAP} -Wl,--no-undefined
        -Wl,-Bsymbolic-functions -Wl,--gc-sections ${LAMMER_HARD_LINK})
    set_target_properties(lammer_shared PROPERTIES OUTPUT_NAME lammer LIBRARY_OUTPUT_DIRECTORY lib
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINK_DEPENDS ${LAMMER_LIBRARY_MAP}
        LINKER_LANGUAGE C)
endfunction()

# build/lib/liblammer.a: one object that shows the same names, so that all other names stay free for the program that
# links it.
function(lammer_static_library objects)
    set(folder ${PROJECT_BINARY_DIR}/lib)
    file(MAKE_DIRECTORY ${folder})
    file(STRINGS ${LAMMER_LIBRARY_MAP} lines REGEX "^ +lm_[a-z0-9_]+;$")
    list(TRANSFORM lines REPLACE "[ ;]" "")
    list(JOIN lines "\n" names)
    file(CONFIGURE OUTPUT ${folder}/names.txt CONTENT "${names}\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${LAMMER_LIBRARY_MAP})
    add_custom_command(OUTPUT ${folder}/liblammer.a
        COMMAND ${CMAKE_LINKER} -r -o ${folder}/parts.o ${objects}
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${folder}/names.txt ${folder}/parts.o ${folder}/lammer.o
        COMMAND ${CMAKE_COMMAND} -E rm -f ${folder}/liblammer.a
        COMMAND ${CMAKE_AR} rcs ${folder}/liblammer.a ${folder}/lammer.o
        DEPENDS ${objects} ${folder}/names.txt COMMAND_EXPAND_LISTS COMMENT "Linking liblammer.a" VERBATIM)
endfunction()

function(lammer_library_files)
    set(libdir ${CMAKE_INSTALL_LIBDIR})
    set(LAMMER_INSTALLED_SHARED ${libdir}/liblammer.so.${PROJECT_VERSION})
    set(LAMMER_INSTALLED_STATIC ${libdir}/liblammer.a)
    file(RELATIVE_PATH LAMMER_PREFIX_FROM_PKGCONFIG /p/${libdir}/pkgconfig /p)
    configure_file(bindings/c/lammer.pc.in lib/lammer.pc @ONLY)
    configure_package_config_file(bindings/c/lammer-config.cmake.in lib/lammer-config.cmake
        INSTALL_DESTINATION ${libdir}/cmake/lammer
        PATH_VARS CMAKE_INSTALL_INCLUDEDIR LAMMER_INSTALLED_SHARED LAMMER_INSTALLED_STATIC)
    write_basic_package_version_file(${PROJECT_BINARY_DIR}/lib/lammer-config-version.cmake
        COMPATIBILITY SameMinorVersion)

    install(TARGETS lammer_shared OPTIONAL LIBRARY DESTINATION ${libdir} COMPONENT lammer-library
        NAMELINK_COMPONENT lammer-dev)
    install(FILES ${PROJECT_BINARY_DIR}/lib/liblammer.a DESTINATION ${libdir} COMPONENT lammer-dev OPTIONAL)
    install(FILES ${PROJECT_BINARY_DIR}/lib/lammer.pc DESTINATION ${libdir}/pkgconfig COMPONENT lammer-dev)
    install(FILES ${PROJECT_BINARY_DIR}/lib/lammer-config.cmake ${PROJECT_BINARY_DIR}/lib/lammer-config-version.cmake
        DESTINATION ${libdir}/cmake/lammer COMPONENT lammer-dev)
    set(headers ${LAMMER_LIBRARY_HEADERS})
    list(TRANSFORM headers PREPEND include/lammer/)
    list(TRANSFORM headers APPEND .h)
    install(FILES ${headers} include/lammer/rules.def include/lammer/verbs.def DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lammer
        COMPONENT lammer-dev)
    install(FILES include/lammer/messages/en.def DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lammer/messages COMPONENT lammer-dev)
endfunction()

# build/python/lammer: the Python package, and what cffi must know of the library.
function(lammer_python)
    find_package(Python3 COMPONENTS Interpreter QUIET)
    if(NOT Python3_FOUND)
        return()
    endif()
    set(folder ${PROJECT_BINARY_DIR}/python/lammer)
    file(MAKE_DIRECTORY ${folder})
    file(GLOB modules CONFIGURE_DEPENDS bindings/python/lammer/*.py)
    file(GLOB headers CONFIGURE_DEPENDS include/lammer/*.h include/lammer/*.def include/lammer/messages/en.def)
    add_custom_command(OUTPUT ${folder}/cdef.h
        COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/bindings/python/make-cdef.py ${CMAKE_C_COMPILER}
            ${PROJECT_SOURCE_DIR}/include ${folder}/cdef.h
        COMMAND ${CMAKE_COMMAND} -E copy ${modules} ${folder}
        DEPENDS bindings/python/make-cdef.py ${headers} ${modules} COMMENT "Preparing the Python package" VERBATIM)
    add_custom_target(lammer_python DEPENDS ${folder}/cdef.h)
    install(DIRECTORY ${folder} DESTINATION lib/python3/dist-packages COMPONENT lammer-python OPTIONAL
        PATTERN __pycache__ EXCLUDE)
endfunction()

# Rooms of liblammer may know only other rooms of liblammer, so that no part of the server is shipped with it by mistake.
function(lammer_library_doors)
    foreach(room IN LISTS LAMMER_LIBRARY_ROOMS)
        get_property(neighbours GLOBAL PROPERTY LAMMER_DOORS_${room})
        list(REMOVE_ITEM neighbours ${LAMMER_LIBRARY_ROOMS})
        if(neighbours)
            message(FATAL_ERROR "liblammer may not know ${neighbours}, but its room ${room} does")
        endif()
    endforeach()
endfunction()

function(lammer_library)
    lammer_library_doors()
    find_package(Threads REQUIRED)
    set(objects)
    foreach(room IN LISTS LAMMER_LIBRARY_ROOMS)
        if(NOT TARGET lammer_${room})
            return()
        endif()
        lammer_library_room(${room})
        list(APPEND objects $<TARGET_OBJECTS:lammer_pic_${room}>)
    endforeach()
    lammer_shared_library("${objects}")
    lammer_static_library("${objects}")
    add_custom_target(lammer_library DEPENDS lammer_shared ${PROJECT_BINARY_DIR}/lib/liblammer.a)
    lammer_library_files()
    lammer_python()
    foreach(needed IN ITEMS lammer_library lammer_python lammer_wasm)
        if(TARGET tests AND TARGET ${needed})
            add_dependencies(tests ${needed})
        endif()
    endforeach()
endfunction()

# Runs when all rooms and tests are declared.
cmake_language(DEFER CALL lammer_library)
