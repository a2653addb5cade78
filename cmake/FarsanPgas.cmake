# The embedded PGAS libraries: what they share, their launcher, and one shared library per model.
farsan_library(farsan_pgas_node FOLDER src/pgas/node)
farsan_executable(farsan-pgasrun SOURCES "${PROJECT_SOURCE_DIR}/src/pgas/run/main.cpp" LINK farsan_pgas_node)
install(TARGETS farsan-pgasrun DESTINATION bin)

find_package(Threads REQUIRED)

# farsan_pgas_library(<name> <folder>): lib/farsan/libfarsan-<name>.so from the folder, with the public headers of its include/
# in lib/farsan/include/<name>. Not in include/: a program that is meant for another library must not find them by accident.
function(farsan_pgas_library name folder)
  farsan_sources(sources "${folder}")
  if(NOT sources)
    return()
  endif()
  set(target farsan-${name})
  add_library(${target} SHARED ${sources})
  farsan_together(${target})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/${folder}/include")
  target_link_libraries(${target} PRIVATE farsan_options farsan_pgas_node Threads::Threads)
  # Nothing of the C++ library reaches the program or is taken from it. A sanitizer brings its own.
  if(NOT FARSAN_SANITIZE)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc
      -Wl,--exclude-libs,libstdc++.a:libgcc.a:libgcc_eh.a -Wl,-z,defs)
  endif()
  target_link_options(${target} PRIVATE -Wl,-z,nodelete "-Wl,--version-script=${PROJECT_SOURCE_DIR}/${folder}/exports.map")
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan")
  install(TARGETS ${target} LIBRARY DESTINATION lib/farsan)
  # The build tree looks like an installed one.
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan/include")
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${folder}/include" "${PROJECT_BINARY_DIR}/lib/farsan/include/${name}" SYMBOLIC)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}/include/" DESTINATION lib/farsan/include/${name})
endfunction()

farsan_pgas_library(shmem src/pgas/shmem)
farsan_pgas_library(gaspi src/pgas/gaspi)
