# The browser's side: web/ is bundled by esbuild and carried inside the program. Node.js is needed to build it, never to run
# it. A source tarball brings the bundle in web/dist (tools/dist), so a release needs neither Node.js nor npm; where there is
# no bundle either, the plain pages of src/serve/www are carried instead.

option(LAMMER_WEB "carry the pages of web/ in the program" ON)
find_program(LAMMER_NODE node)
find_program(LAMMER_NPM npm)

# lammer_web(<room> <symbol>): `symbol` holds the files that web/build.mjs makes.
function(lammer_web room symbol)
    if(NOT TARGET lammer_${room})
        return()
    endif()
    # a release has its bundle in web/dist; a checkout bundles its own sources, and so do tests, which need npm's packages
    set(released ${PROJECT_SOURCE_DIR}/web/dist/index.html)
    if(LAMMER_WEB AND EXISTS ${released} AND NOT EXISTS ${PROJECT_SOURCE_DIR}/.git AND NOT (BUILD_TESTING AND LAMMER_NPM))
        lammer_embed(${room} ${symbol} web/dist/*)
        return()
    endif()
    if(NOT LAMMER_WEB OR NOT LAMMER_NODE OR NOT LAMMER_NPM OR NOT EXISTS ${PROJECT_SOURCE_DIR}/web/build.mjs)
        lammer_embed(${room} ${symbol} src/serve/www/*)
        return()
    endif()
    set(web ${PROJECT_SOURCE_DIR}/web)
    set(pages ${PROJECT_BINARY_DIR}/www)
    set(out ${PROJECT_BINARY_DIR}/embedded/${symbol}.c)
    set(packages ${PROJECT_BINARY_DIR}/web)
    set(needed run) # the page needs a bundler and two libraries; its tests also need a browser's driver and a type checker
    set(omit --omit=dev)
    if(BUILD_TESTING)
        set(needed test)
        set(omit)
    endif()
    set(installed ${packages}/installed-${needed}.stamp)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/* ${web}/static/*)
    file(GLOB read CONFIGURE_DEPENDS include/lammer/messages/*.def ${web}/messages/*.def ${web}/messages/pages/*.def ${web}/messages.mjs ${web}/index.html ${web}/package.json ${web}/messages/refusals/*.def docs/rules/clauses.md docs/rules/conflicts.md include/lammer/program/practice.def profiles/*.yaml bindings/wasm/*.ts)
    list(APPEND sources ${read})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/embedded ${packages})

    add_custom_command(OUTPUT ${installed}
        COMMAND ${CMAKE_COMMAND} -E copy ${web}/package.json ${web}/package-lock.json ${web}/.npmrc ${packages}
        COMMAND ${LAMMER_NPM} ci --no-audit --no-fund --no-progress --loglevel=error ${omit}
        COMMAND ${CMAKE_COMMAND} -E touch ${installed}
        DEPENDS ${web}/package.json ${web}/package-lock.json WORKING_DIRECTORY ${packages} COMMENT "Installing the packages of web/" VERBATIM)
    add_custom_target(lammer_web_packages DEPENDS ${installed})

    # The odds of the shipped submissions, so that the page has them at once. Computed again when the module changes.
    set(wasm)
    set(shipped)
    if(TARGET lammer_wasm)
        get_property(wasm TARGET lammer_wasm PROPERTY LAMMER_WASM_FILE)
        set(shipped ${PROJECT_BINARY_DIR}/shipped.json)
        file(GLOB face CONFIGURE_DEPENDS bindings/wasm/*.ts)
        add_custom_command(OUTPUT ${shipped}
            COMMAND ${CMAKE_COMMAND} -E env LAMMER_WASM=${wasm} LAMMER_PACKAGES=${packages}/node_modules ${LAMMER_NODE} ${web}/shipped.mjs ${shipped}
            DEPENDS ${installed} ${web}/shipped.mjs ${face} ${wasm} COMMENT "Computing the odds of the shipped submissions" VERBATIM)
    endif()
    add_custom_command(OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
        COMMAND ${CMAKE_COMMAND} -E env LAMMER_WASM=${wasm} LAMMER_SHIPPED=${shipped} LAMMER_PACKAGES=${packages}/node_modules
            ${LAMMER_NODE} ${web}/build.mjs ${pages}
        COMMAND sh -c "exec $<TARGET_FILE:embed> ${out} ${symbol} ${pages}/*"
        DEPENDS embed ${installed} ${web}/build.mjs ${sources} ${wasm} ${shipped} WORKING_DIRECTORY ${web} COMMENT "Bundling web/" VERBATIM)
    # several libraries contain the file that the command above makes: one target makes it run only once
    add_custom_target(lammer_www DEPENDS ${out})
    foreach(flavour IN ITEMS "" _san)
        target_sources(lammer_${room}${flavour} PRIVATE ${out})
        add_dependencies(lammer_${room}${flavour} lammer_www)
    endforeach()
endfunction()
