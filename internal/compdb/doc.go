// Package compdb reads what a build says about how its C files are compiled: compilation
// databases (compile_commands.json, as CMake, Meson, Bear and Linux's
// gen_compile_commands.py write them) and the .NAME.o.cmd files that Kbuild leaves beside
// each object. It returns, for one file, the directory, the folders of headers, the macros
// and the flags that change what the program means.
//
// A reader's way through the package:
//
//	lookup.go    Open and Find: from -p and a file's name to its command
//	database.go  compile_commands.json; json.go: JSON with positions
//	kbuild.go    .NAME.o.cmd files
//	words.go     a command as the words of a shell, or of Windows
//	response.go  @file arguments
//	command.go   Command, and Unit: what its arguments say
//	flags.go     the flags of gcc and clang; cl.go: those of cl
//
// Nothing that a database names is executed, and only regular files of bounded size are
// read. What is wrong in a database is a [source.ErrorList] that points into its text.
package compdb
