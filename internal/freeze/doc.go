// Package freeze writes graphs of values as bytes, and makes the same graphs of them again: with all fields,
// exported or not, and with pointers that lead to the same where they did. Whatever is added to a type is written
// too, without anybody having to think of it.
//
// A graph may lead out to values that whoever reads it has already, such as the rule that a program is checked
// against: those are known. Both sides number what the known values lead to in the same order, and what leads there is
// written as a number. They must be the same; that is checked.
//
// What nobody can write, like functions, isn't written: that is an error. So is a pointer into the midst of something,
// since it would lead elsewhere afterwards. Slices that share their elements don't afterwards; that makes no
// difference to values that nobody changes. A sync.Map is a memo, and empty afterwards.
//
// What is read is checked, so that bytes that nobody wrote are an error too, or another graph of the same types.
package freeze
