# What other programs use: liblammer, shared and static, with its headers, pkg-config and CMake files; the WebAssembly
# build. None of it is part of `all`; the tests build what they need.
include(GNUInstallDirs)
include(LammerWasm)

lammer_wasm()

function(lammer_library)
    if(TARGET tests AND TARGET lammer_wasm)
        add_dependencies(tests lammer_wasm)
    endif()
endfunction()

# When the rooms and the tests are all known.
cmake_language(DEFER CALL lammer_library)
