// Package revision reads files as they were at a revision of a git repository, while the rest of
// the machine is as it is now.
//
// A file that the repository had at the revision is read out of it. One that it didn't have
// doesn't exist, unless git ignores it: what a build has made, like what lies outside of the
// repository, is taken to be as it was. What can't be told, because it lies in a submodule or
// behind a symbolic link that has changed, is an error that stays: see [Tree.Err].
//
// Contents aren't taken from git's index, so that what it was told to overlook isn't overlooked; only [Tree.Former] and
// [Tree.Builder] ask git what has changed.
package revision
