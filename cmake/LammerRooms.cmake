# Rooms, the program made of them, and the benches.
find_package(PkgConfig REQUIRED)

# lammer_room(<name> [FOLDER <folder>] [EXCEPT <folder>...] [DEPENDS <room>...] [LIBS <pkg-config module>...] [OPTIONS <compile option>...])
#
# Makes lammer_<name> and its sanitized twin lammer_<name>_san from the sources in src/<name> and its subfolders, which see
# only include/ and that folder, and the check doors.<name>. A folder without sources makes nothing.
# A room in a folder of another one (FOLDER study/sim) sees that room's headers, too, and the other leaves it out (EXCEPT).
# main.c is left out: it belongs to a program, and tests of the room bring their own main.
function(lammer_room name)
    cmake_parse_arguments(PARSE_ARGV 1 room "" "FOLDER" "EXCEPT;DEPENDS;LIBS;OPTIONS")
    if(NOT room_FOLDER)
        set(room_FOLDER ${name})
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${room_FOLDER}/*.c)
    foreach(inner IN LISTS room_EXCEPT)
        list(FILTER sources EXCLUDE REGEX "/src/${inner}/")
    endforeach()
    list(FILTER sources EXCLUDE REGEX "/main\\.c$")
    if(NOT sources)
        return()
    endif()

    set(libs)
    foreach(module IN LISTS room_LIBS)
        string(MAKE_C_IDENTIFIER ${module} id)
        pkg_check_modules(${id} REQUIRED IMPORTED_TARGET ${module})
        list(APPEND libs PkgConfig::${id})
    endforeach()

    lammer_room_of(outer src/${room_FOLDER})
    foreach(flavour IN ITEMS "" _san)
        lammer_link_rooms(neighbours "${flavour}" ${room_DEPENDS})
        add_library(lammer_${name}${flavour} STATIC ${sources})
        target_include_directories(lammer_${name}${flavour} PUBLIC include PRIVATE src/${room_FOLDER} ${outer})
        target_link_libraries(lammer_${name}${flavour}
            PUBLIC lammer_flags${flavour} ${neighbours} PRIVATE ${libs})
    endforeach()
    target_compile_options(lammer_${name} PRIVATE ${room_OPTIONS})
    set_property(TARGET lammer_${name}_san PROPERTY EXCLUDE_FROM_ALL ON)
    set_property(GLOBAL APPEND PROPERTY LAMMER_ROOMS ${name})

    lammer_doors(${name} ${room_DEPENDS})
endfunction()

# lammer_link_rooms(<variable> <flavour> <room>...): the libraries of those rooms that exist.
function(lammer_link_rooms variable flavour)
    set(libraries)
    foreach(room IN LISTS ARGN)
        if(TARGET lammer_${room})
            list(APPEND libraries lammer_${room}${flavour})
        endif()
    endforeach()
    set(${variable} ${libraries} PARENT_SCOPE)
endfunction()

# lammer_binding(<name> DEPENDS <room>...): the C files of bindings/<name>, whose calls are checked like those of a room. This
# library is built only for that check; the shipped objects are compiled elsewhere, with warnings.
function(lammer_binding name)
    cmake_parse_arguments(PARSE_ARGV 1 binding "" "" "DEPENDS")
    file(GLOB sources CONFIGURE_DEPENDS bindings/${name}/*.c)
    add_library(lammer_bindings_${name} STATIC ${sources})
    target_include_directories(lammer_bindings_${name} PRIVATE include)
    target_compile_definitions(lammer_bindings_${name} PRIVATE _POSIX_C_SOURCE=200809L)
    target_compile_options(lammer_bindings_${name} PRIVATE -w)
    set_property(GLOBAL APPEND PROPERTY LAMMER_BINDINGS bindings_${name})
    lammer_doors(bindings_${name} ${binding_DEPENDS})
endfunction()

# lammer_rooms_behind(<variable> <room>...): these rooms and all that they know, the innermost first.
function(lammer_rooms_behind variable)
    set(behind)
    foreach(room IN LISTS ARGN)
        get_property(neighbours GLOBAL PROPERTY LAMMER_DOORS_${room})
        lammer_rooms_behind(further ${neighbours})
        list(APPEND behind ${further} ${room})
    endforeach()
    list(REMOVE_DUPLICATES behind)
    set(${variable} ${behind} PARENT_SCOPE)
endfunction()

# lammer_room_of(<folder> <file>): the room of a source, such as src/sim for src/sim/quick/table.c.
function(lammer_room_of folder file)
    string(REGEX MATCH "^[^/]+/[^/]+" room ${file})
    set(${folder} ${room} PARENT_SCOPE)
endfunction()

# lammer_seen_by(<variable> <room>): the folders of src/ whose headers the tests of a room see: its own, and for house and records
# each other's and felt's, because their tests play tables of a house and recall them.
function(lammer_seen_by variable room)
    set(folders src/${room})
    if(room MATCHES "^(house|records)$")
        set(folders src/house src/felt src/records)
    endif()
    set(${variable} ${folders} PARENT_SCOPE)
endfunction()

# Compares what a room's objects ask for with what the rooms on its own line define. Linking would not find
# it, because a neighbour's neighbours are linked as well. The check runs after all rooms are declared: only then is it known which
# room defines a symbol.
function(lammer_doors name)
    set_property(GLOBAL PROPERTY LAMMER_DOORS_${name} ${ARGN})
endfunction()

function(lammer_door_checks)
    get_property(rooms GLOBAL PROPERTY LAMMER_ROOMS)
    get_property(bindings GLOBAL PROPERTY LAMMER_BINDINGS)
    list(APPEND rooms ${bindings})
    set(archives)
    set(libraries)
    foreach(room IN LISTS rooms)
        list(APPEND archives ${room}=$<TARGET_FILE:lammer_${room}>)
        list(APPEND libraries lammer_${room})
    endforeach()
    set(stamps)
    foreach(room IN LISTS rooms)
        get_property(neighbours GLOBAL PROPERTY LAMMER_DOORS_${room})
        set(stamp ${PROJECT_BINARY_DIR}/doors/${room})
        add_custom_command(OUTPUT ${stamp}
            COMMAND ${PROJECT_SOURCE_DIR}/tools/doors --stamp ${stamp} ${room} --knows ${neighbours} -- ${archives}
            DEPENDS ${libraries} ${PROJECT_SOURCE_DIR}/tools/doors
            COMMENT "Checking the doors of ${room}" COMMAND_EXPAND_LISTS VERBATIM)
        list(APPEND stamps ${stamp})
    endforeach()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/doors)
    add_custom_target(doors ALL DEPENDS ${stamps})
endfunction()

# lammer_program(<name> <main.c>): build/<name>, and <name>_san for the tests, linked with every room.
function(lammer_program name main)
    file(GLOB main CONFIGURE_DEPENDS ${main})
    if(NOT main)
        return()
    endif()
    get_property(rooms GLOBAL PROPERTY LAMMER_ROOMS)
    list(REVERSE rooms)
    foreach(flavour IN ITEMS "" _san)
        lammer_link_rooms(libraries "${flavour}" ${rooms})
        add_executable(${name}${flavour} ${main})
        target_include_directories(${name}${flavour} PRIVATE src/cli)
        target_link_libraries(${name}${flavour} PRIVATE ${libraries} lammer_flags${flavour})
    endforeach()
    # the manifest, by which the program verifies itself when it serves
    add_custom_command(TARGET ${name} POST_BUILD COMMAND ${name} --manifest > $<TARGET_FILE:${name}>.manifest VERBATIM)
    set_property(TARGET ${name}_san PROPERTY EXCLUDE_FROM_ALL ON)
endfunction()

# Each bench/<file>.c becomes build/bench/<file>; the target `benches` builds them all. A bench may include headers of sim and house.
function(lammer_benches)
    add_custom_target(benches)
    get_property(rooms GLOBAL PROPERTY LAMMER_ROOMS)
    list(REVERSE rooms)
    lammer_link_rooms(libraries "" ${rooms})
    file(GLOB sources CONFIGURE_DEPENDS bench/*.c)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        add_executable(bench.${name} EXCLUDE_FROM_ALL ${source})
        target_link_libraries(bench.${name} PRIVATE ${libraries})
        target_include_directories(bench.${name} PRIVATE src/sim src/house)
        set_target_properties(bench.${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY bench OUTPUT_NAME ${name})
        add_dependencies(benches bench.${name})
    endforeach()
endfunction()
