# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later

# What every target of the project is compiled with: the language level, the warnings, which are
# errors, Qt's strictness macros and the sanitizers.
add_library(homeward_build_rules INTERFACE)
target_compile_features(homeward_build_rules INTERFACE cxx_std_20)
target_compile_options(homeward_build_rules INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
    -Wcast-align -Wimplicit-fallthrough -Wswitch -Werror -fvisibility=hidden
    # Designated initialisers that leave fields at their defaults are the house style.
    -Wno-missing-field-initializers)
target_compile_definitions(homeward_build_rules INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS QT_NO_FOREACH
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # False positives inside the standard library and nlohmann/json with optimisation: of g++ 12,
    # and the last one of g++ 14.
    target_compile_options(homeward_build_rules INTERFACE
        -Wno-restrict -Wno-maybe-uninitialized -Wno-free-nonheap-object)
endif()
if(HOMEWARD_SANITIZE)
    target_compile_options(homeward_build_rules INTERFACE
        -fsanitize=${HOMEWARD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(homeward_build_rules INTERFACE -fsanitize=${HOMEWARD_SANITIZE})
endif()

if(HOMEWARD_FUZZ)
    # Everything is instrumented, so that libFuzzer sees which paths an input takes.
    set(homeward_fuzz_options -fsanitize=fuzzer-no-link,address,undefined
        -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_compile_options(homeward_build_rules INTERFACE ${homeward_fuzz_options})
    target_link_options(homeward_build_rules INTERFACE ${homeward_fuzz_options})
endif()

# One module of core/: a static library named homeward_<module>.
#   homeward_add_module(domain SOURCES a.cpp DEPENDS base LIBRARIES Qt6::Core)
# DEPENDS are modules that it may include, in the sense of tests/architecture/dependencies.txt.
function(homeward_add_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;LIBRARIES")
    add_library(homeward_${name} STATIC ${arg_SOURCES})
    target_include_directories(homeward_${name} PUBLIC "${PROJECT_SOURCE_DIR}/core")
    target_link_libraries(homeward_${name} PUBLIC homeward_build_rules ${arg_LIBRARIES})
    foreach(dependency IN LISTS arg_DEPENDS)
        target_link_libraries(homeward_${name} PUBLIC homeward_${dependency})
    endforeach()
endfunction()

# One name for several modules, those that are there: homeward_add_umbrella(logic base domain).
function(homeward_add_umbrella name)
    add_library(homeward_${name} INTERFACE)
    foreach(module IN LISTS ARGN)
        if(TARGET homeward_${module})
            target_link_libraries(homeward_${name} INTERFACE homeward_${module})
        endif()
    endforeach()
endfunction()

# One test executable: homeward_add_test(tst_result base) builds tst_result.cpp of this folder with
# homeward_base and Qt Test, and runs it under ctest. A test file that has Q_OBJECT ends with
# #include "tst_result.moc".
function(homeward_add_test name)
    add_executable(${name} ${name}.cpp)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(${name} PRIVATE homeward_build_rules Qt6::Test)
    foreach(module IN LISTS ARGN)
        target_link_libraries(${name} PRIVATE homeward_${module})
    endforeach()
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT 120 LABELS unit
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen")
endfunction()

# One fuzz target: homeward_add_fuzzer(fuzz_event_stream protocol) builds fuzz_event_stream.cpp of
# this folder, which defines LLVMFuzzerTestOneInput. With HOMEWARD_FUZZ it is a libFuzzer program;
# else its main reads the files of corpus/fuzz_event_stream once each. ctest does that in both.
function(homeward_add_fuzzer name)
    add_executable(${name} ${name}.cpp)
    target_link_libraries(${name} PRIVATE homeward_build_rules)
    foreach(module IN LISTS ARGN)
        target_link_libraries(${name} PRIVATE homeward_${module})
    endforeach()
    set(corpus "${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name}")
    if(HOMEWARD_FUZZ)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        add_test(NAME ${name} COMMAND ${name} -runs=0 "${corpus}")
    else()
        target_sources(${name} PRIVATE replay_corpus.cpp)
        add_test(NAME ${name} COMMAND ${name} "${corpus}")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT 120 LABELS unit)
endfunction()
