// Package sandbox runs a program that is not trusted: a static one that computes and says
// something on its standard output.
//
// It starts a launcher, which is this binary again ([IsLauncher], [Launch]), in fresh
// namespaces. The launcher makes an empty folder its root, sets limits, gives up what
// rights it has, lets only the few system calls through that such a program needs, and
// becomes the program. What the system doesn't allow is left out and named: see
// [Outcome.Missing]. With neither namespaces nor the filter of system calls nothing is run.
package sandbox
