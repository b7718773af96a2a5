# Data files carried inside the program; see include/lammer/embedded.h.
add_executable(embed tools/embed.c)
target_link_libraries(embed PRIVATE lammer_flags)
set_property(TARGET embed PROPERTY RUNTIME_OUTPUT_DIRECTORY tools)

# lammer_embed(<room> <symbol> <glob>...): `symbol` holds the matching files, perhaps none.
function(lammer_embed room symbol)
    if(NOT TARGET lammer_${room})
        return()
    endif()
    file(GLOB files CONFIGURE_DEPENDS ${ARGN})
    set(out ${PROJECT_BINARY_DIR}/embedded/${symbol}.c)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/embedded)
    add_custom_command(OUTPUT ${out} COMMAND embed ${out} ${symbol} ${files}
        DEPENDS embed ${files} COMMENT "Embedding ${symbol}" VERBATIM)
    foreach(flavour IN ITEMS "" _san)
        target_sources(lammer_${room}${flavour} PRIVATE ${out})
    endforeach()
endfunction()
