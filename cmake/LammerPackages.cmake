# What is installed on a machine that does not build: the program with its manual pages and completions, the server as a
# service, and four Debian packages of it all. The target `packages` leaves them in build/packages; none of it is in
# `all`.
#
#   lammer           the program                component lammer-program
#   lammer-server    unit, user, configuration  component lammer-server
#   liblammer0       the shared library         component lammer-library (cmake/LammerLibrary.cmake)
#   liblammer-dev    headers, static library    component lammer-dev
include(GNUInstallDirs)

set(LAMMER_MAINTAINER "Lammer contributors <contributors@lammer.example>")
set(LAMMER_MANUAL ${PROJECT_BINARY_DIR}/man)
set(LAMMER_COMPLETION ${PROJECT_BINARY_DIR}/completion)
set(LAMMER_DEBIAN ${PROJECT_BINARY_DIR}/debian)

# The program as it is packaged: without MPI and CUDA on any machine, so that every machine makes the same
# package and a chart does not need a cluster's libraries. The simulator's objects are those of the shared library.
function(lammer_packaged_program)
    get_property(rooms GLOBAL PROPERTY LAMMER_ROOMS)
    list(REVERSE rooms)
    lammer_link_rooms(libraries "" ${rooms})
    add_executable(lammer_packaged EXCLUDE_FROM_ALL src/cli/main.c $<TARGET_OBJECTS:lammer_pic_sim>)
    target_include_directories(lammer_packaged PRIVATE src/cli)
    target_link_libraries(lammer_packaged PRIVATE ${libraries} lammer_flags)
    target_link_options(lammer_packaged PRIVATE -Wl,--as-needed ${LAMMER_HARD_LINK})
    set_target_properties(lammer_packaged PROPERTIES OUTPUT_NAME lammer RUNTIME_OUTPUT_DIRECTORY packaged
        BUILD_WITH_INSTALL_RPATH ON)
    install(TARGETS lammer_packaged OPTIONAL RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT lammer-program)
    install(FILES packaging/debian/lammer.overrides RENAME lammer DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/lintian/overrides
        COMPONENT lammer-program)
endfunction()

# build/completion/: for three shells, from the program's own --help; and the same table for the manual pages.
function(lammer_completion)
    set(tool ${PROJECT_SOURCE_DIR}/tools/completion)
    set(made)
    foreach(form IN ITEMS bash zsh fish json)
        add_custom_command(OUTPUT ${LAMMER_COMPLETION}/lammer.${form}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${LAMMER_COMPLETION}
            COMMAND ${tool} $<TARGET_FILE:lammer_packaged> ${form} > ${LAMMER_COMPLETION}/lammer.${form}
            DEPENDS lammer_packaged ${tool} COMMENT "Writing completion/lammer.${form}" VERBATIM)
        list(APPEND made ${LAMMER_COMPLETION}/lammer.${form})
    endforeach()
    add_custom_target(lammer_completion DEPENDS ${made})

    set(share ${CMAKE_INSTALL_DATAROOTDIR})
    install(FILES ${LAMMER_COMPLETION}/lammer.bash RENAME lammer OPTIONAL
        DESTINATION ${share}/bash-completion/completions COMPONENT lammer-program)
    install(FILES ${LAMMER_COMPLETION}/lammer.zsh RENAME _lammer OPTIONAL
        DESTINATION ${share}/zsh/vendor-completions COMPONENT lammer-program)
    install(FILES ${LAMMER_COMPLETION}/lammer.fish OPTIONAL
        DESTINATION ${share}/fish/vendor_completions.d COMPONENT lammer-program)
endfunction()

# build/man/: docs/man/<page>.<section>.scd, with the options filled in, as roff. Nothing where scdoc is missing.
function(lammer_manual)
    find_program(LAMMER_SCDOC scdoc)
    if(NOT LAMMER_SCDOC)
        message(STATUS "scdoc is missing: no manual pages")
        return()
    endif()
    set(fill ${PROJECT_SOURCE_DIR}/docs/man/fill)
    set(table ${LAMMER_COMPLETION}/lammer.json)
    file(GLOB pages CONFIGURE_DEPENDS docs/man/*.scd)
    set(made)
    foreach(page IN LISTS pages)
        cmake_path(GET page STEM LAST_ONLY name)
        string(REGEX REPLACE ".*\\." "" section ${name})
        set(roff ${LAMMER_MANUAL}/${name})
        add_custom_command(OUTPUT ${roff}.gz
            COMMAND ${CMAKE_COMMAND} -E make_directory ${LAMMER_MANUAL}
            COMMAND ${fill} ${table} ${page} > ${roff}.scd
            COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${LAMMER_EPOCH} ${LAMMER_SCDOC} < ${roff}.scd > ${roff}
            COMMAND gzip -9nf ${roff}
            DEPENDS ${page} ${fill} ${table} COMMENT "Setting ${name}" VERBATIM)
        list(APPEND made ${roff}.gz)
        install(FILES ${roff}.gz OPTIONAL DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT lammer-program)
    endforeach()
    add_custom_target(lammer_manual DEPENDS ${made})
endfunction()

# packaging/lammer.service runs under a user that exists only while the service does (DynamicUser). The package makes a
# permanent user, who owns the house's files even after the service is removed.
function(lammer_service)
    set(source ${PROJECT_SOURCE_DIR}/packaging/lammer.service)
    file(READ ${source} unit)
    string(REPLACE "DynamicUser=yes" "User=lammer\nGroup=lammer" packaged "${unit}")
    if(packaged STREQUAL unit)
        message(FATAL_ERROR "packaging/lammer.service: there is no DynamicUser=yes to replace")
    endif()
    string(REGEX REPLACE "#   install[^\n]*\n#   systemctl[^\n]*\n#\n" "" packaged "${packaged}")
    file(CONFIGURE OUTPUT ${LAMMER_DEBIAN}/lammer.service CONTENT "${packaged}" @ONLY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    install(FILES ${LAMMER_DEBIAN}/lammer.service DESTINATION /lib/systemd/system COMPONENT lammer-server)
    install(FILES packaging/lammer.conf DESTINATION /etc COMPONENT lammer-server)
endfunction()

# What Debian wants beside every package: its copyright and its history.
function(lammer_debian_words component package)
    set(folder ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package})
    install(FILES ${LAMMER_DEBIAN}/copyright DESTINATION ${folder} COMPONENT ${component})
    install(FILES ${LAMMER_DEBIAN}/${package}.changelog.gz RENAME changelog.gz DESTINATION ${folder}
        COMPONENT ${component})
    set(PACKAGE ${package})
    configure_file(packaging/debian/changelog.in ${LAMMER_DEBIAN}/${package}.changelog @ONLY)
    execute_process(COMMAND gzip -9nfk ${LAMMER_DEBIAN}/${package}.changelog COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The date of this version: that of the last commit or, without git, that of CHANGELOG.md.
function(lammer_epoch)
    file(TIMESTAMP ${PROJECT_SOURCE_DIR}/CHANGELOG.md stamp %s UTC)
    execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%ct OUTPUT_VARIABLE committed
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(committed)
        set(stamp ${committed})
    endif()
    set(LAMMER_EPOCH ${stamp} PARENT_SCOPE)
    execute_process(COMMAND date -u -R -d @${stamp} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(LAMMER_DATE ${date} PARENT_SCOPE)
endfunction()

# The licence in the form of a Debian copyright file: indented, with a full stop for each empty line.
function(lammer_copyright)
    file(READ LICENSE license)
    string(REGEX REPLACE "^MIT License\n\nCopyright [^\n]*\n\n" "" license "${license}")
    string(STRIP "${license}" license)
    string(REPLACE "\n\n" "\n.\n" license "${license}")
    string(REPLACE "\n" "\n " LICENSE_TEXT " ${license}")
    configure_file(packaging/debian/copyright.in ${LAMMER_DEBIAN}/copyright @ONLY)
endfunction()

# lammer_package(<component> <package> <section> <summary> TEXT <line>... [DEPENDS <packages>]
#                [RECOMMENDS <packages>] [SCRIPTS <control file>...])
#
# Sets CPack's variables for one package in the caller's scope.
macro(lammer_package component package section summary)
    cmake_parse_arguments(deb "" "DEPENDS;RECOMMENDS" "TEXT;SCRIPTS" ${ARGN})
    lammer_debian_words(${component} ${package})
    string(TOUPPER ${component} id)
    string(REPLACE ";" "\n" text "${deb_TEXT}")
    set(CPACK_DEBIAN_${id}_PACKAGE_NAME ${package})
    set(CPACK_DEBIAN_${id}_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_${id}_PACKAGE_SECTION ${section})
    set(CPACK_DEBIAN_${id}_DESCRIPTION "${summary}\n${text}")
    set(CPACK_DEBIAN_${id}_PACKAGE_DEPENDS "${deb_DEPENDS}")
    set(CPACK_DEBIAN_${id}_PACKAGE_RECOMMENDS "${deb_RECOMMENDS}")
    set(CPACK_DEBIAN_${id}_PACKAGE_CONTROL_EXTRA ${deb_SCRIPTS})
    list(APPEND CPACK_COMPONENTS_ALL ${component})
endmacro()

function(lammer_packages)
    if(NOT TARGET lammer OR NOT TARGET lammer_pic_sim)
        return()
    endif()
    lammer_epoch()
    lammer_packaged_program()
    lammer_completion()
    lammer_manual()
    lammer_service()
    lammer_copyright()

    set(server ${PROJECT_SOURCE_DIR}/packaging/debian/server)
    set(library ${LAMMER_DEBIAN}/library)
    configure_file(packaging/debian/library/shlibs.in ${library}/shlibs @ONLY)
    configure_file(packaging/debian/library/triggers ${library}/triggers COPYONLY)
    set(exactly "(= ${PROJECT_VERSION})")
    set(CPACK_COMPONENTS_ALL)
    lammer_package(lammer-program lammer utils "Blackjack and Free Bet Blackjack by their regulations"
        TEXT "Deals, settles, prices and simulates Blackjack and Free Bet Blackjack by the"
             "clauses of five regulatory documents, and judges a casino's rules submission."
             "The same program is the table server. The package lammer-server starts it.")
    lammer_package(lammer-server lammer-server net "table server for Blackjack and Free Bet Blackjack"
        DEPENDS "lammer ${exactly}, adduser, init-system-helpers (>= 1.54)"
        RECOMMENDS "libwebsockets-evlib-ev" # thousands of sockets by epoll
        SCRIPTS ${server}/postinst ${server}/prerm ${server}/postrm ${server}/conffiles
        TEXT "Runs 'lammer serve' as a service under its own user: tables for the browser,"
             "people, money and an audited journal in /var/lib/lammer.")
    lammer_package(lammer-library liblammer${PROJECT_VERSION_MAJOR} libs
        "Blackjack and Free Bet Blackjack engine, shared library"
        SCRIPTS ${library}/shlibs ${library}/triggers
        TEXT "Rules, rounds, exact odds and simulation of Blackjack and Free Bet Blackjack"
             "for other programs.")
    lammer_package(lammer-dev liblammer-dev libdevel "Blackjack and Free Bet Blackjack engine, for development"
        DEPENDS "liblammer${PROJECT_VERSION_MAJOR} ${exactly}, libjansson-dev, libsodium-dev, libyaml-dev"
        TEXT "Headers, static library, pkg-config and CMake files of the engine of Blackjack"
             "and Free Bet Blackjack.")
    lammer_pack()
endfunction()

# Everything that is the same for the four, and the target. The tests of the packages are skipped where dpkg-dev or file
# is missing, by which CPack finds the dependencies.
macro(lammer_pack)
    set(CPACK_GENERATOR DEB)
    set(CPACK_PACKAGE_NAME lammer)
    set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
    set(CPACK_PACKAGE_CONTACT "${LAMMER_MAINTAINER}")
    set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
    set(CPACK_SET_DESTDIR OFF)
    set(CPACK_STRIP_FILES ON)
    set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/strip-archives.cmake
        ${PROJECT_SOURCE_DIR}/packaging/manifest.cmake)
    set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
        OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set(CPACK_DEB_COMPONENT_INSTALL ON)
    set(CPACK_COMPONENTS_GROUPING IGNORE)
    set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
    set(CPACK_OUTPUT_CONFIG_FILE ${PROJECT_BINARY_DIR}/packages.cmake)
    include(CPack)

    set(needs lammer_packaged lammer_library lammer_completion)
    if(TARGET lammer_manual)
        list(APPEND needs lammer_manual)
    endif()
    add_custom_target(packages
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${CPACK_PACKAGE_DIRECTORY}
        COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${LAMMER_EPOCH}
            ${CMAKE_CPACK_COMMAND} --config ${CPACK_OUTPUT_CONFIG_FILE}
        DEPENDS ${needs} COMMENT "Packing" VERBATIM)
    add_dependencies(packages ${needs})
    find_program(LAMMER_SHLIBDEPS dpkg-shlibdeps)
    find_program(LAMMER_FILE file)
    if(TARGET tests AND LAMMER_SHLIBDEPS AND LAMMER_FILE)
        add_dependencies(tests packages)
    endif()
endmacro()

# Runs when all rooms and tests are declared, after the library, which waits for them too.
function(lammer_packages_last)
    cmake_language(DEFER DIRECTORY ${PROJECT_SOURCE_DIR} CALL lammer_packages)
endfunction()
cmake_language(DEFER CALL lammer_packages_last)
