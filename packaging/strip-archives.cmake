# Removes debug information from the static library, which must keep its symbols; CPack strips only linked files.
file(GLOB archives ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr/lib/*.a)
foreach(archive IN LISTS archives)
    execute_process(COMMAND strip --strip-debug --remove-section=.comment --enable-deterministic-archives ${archive}
        COMMAND_ERROR_IS_FATAL ANY)
endforeach()
