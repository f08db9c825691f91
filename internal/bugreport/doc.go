// Package bugreport packs what somebody else needs to see a run again: the files that it read, its
// options, what it said, and what it ran on.
//
// The archive has no absolute names: files of the current folder are in files/ as they are there, those of
// the user's home in files/home, and all others in files/outside. The same goes for the names in options,
// results and messages.
package bugreport
