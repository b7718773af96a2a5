# The GPU kernels of the simulator, compiled where nvcc is found. Without CUDA the program builds without them, and
# without a driver it still starts: the runtime is linked in and looks for the driver only when a device is asked for.
# The program does not need the C++ library at run time.
option(LAMMER_CUDA "Build the CUDA backend of lammer sim where nvcc is found" ON)
set(LAMMER_CUDA_ARCHS "80;90" CACHE STRING "Compute capabilities to compile for; newer devices get the last as PTX")

# lammer_cuda(<room> <sources>): adds the kernels to lammer_<room>, but not to its sanitized twin.
function(lammer_cuda room)
    find_program(LAMMER_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
    if(NOT LAMMER_CUDA OR NOT LAMMER_NVCC OR NOT TARGET lammer_${room})
        return()
    endif()
    cmake_path(GET LAMMER_NVCC PARENT_PATH bin)
    cmake_path(GET bin PARENT_PATH toolkit)
    find_library(LAMMER_CUDART cudart_static HINTS ${toolkit} PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib)
    if(NOT LAMMER_CUDART)
        message(STATUS "CUDA: nvcc without its static runtime; the backend is left out")
        return()
    endif()

    set(targets)
    foreach(arch IN LISTS LAMMER_CUDA_ARCHS)
        list(APPEND targets -gencode arch=compute_${arch},code=sm_${arch})
    endforeach()
    list(GET LAMMER_CUDA_ARCHS -1 newest)
    list(APPEND targets -gencode arch=compute_${newest},code=compute_${newest})

    foreach(source IN LISTS ARGN)
        set(source ${PROJECT_SOURCE_DIR}/${source})
        cmake_path(GET source STEM name)
        set(object ${PROJECT_BINARY_DIR}/${name}.o)
        cmake_path(GET source PARENT_PATH beside)
        file(GLOB headers CONFIGURE_DEPENDS ${beside}/*.h ${PROJECT_SOURCE_DIR}/src/${room}/*.h ${PROJECT_SOURCE_DIR}/src/${room}/walk/*.h)
        add_custom_command(OUTPUT ${object}
            COMMAND ${LAMMER_NVCC} -c ${source} -o ${object} -I ${PROJECT_SOURCE_DIR}/src/${room} --std c++17 -O3 -Xcompiler -fPIE,-fno-exceptions,-fno-threadsafe-statics ${targets}
            DEPENDS ${source} ${headers} COMMENT "Building CUDA object ${name}.o" VERBATIM)
        set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
        target_sources(lammer_${room} PRIVATE ${object})
    endforeach()
    target_compile_definitions(lammer_${room} PRIVATE LAMMER_CUDA)
    target_link_libraries(lammer_${room} PUBLIC ${LAMMER_CUDART} dl rt pthread)
endfunction()
