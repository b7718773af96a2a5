# Writes the manifest by which the server verifies itself, after the program has been stripped for the package.
file(GLOB programs ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr/bin/lammer)
foreach(program IN LISTS programs)
    cmake_path(GET program PARENT_PATH folder)
    cmake_path(SET manifest NORMALIZE ${folder}/../share/lammer/manifest)
    cmake_path(GET manifest PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    execute_process(COMMAND ${program} --manifest OUTPUT_FILE ${manifest} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
