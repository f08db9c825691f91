// Package result has the one object that a check produces. Text, JSON and every other
// format are views of it; the suite runner reads it.
//
// A result holds what was found, never how long it took: no time, no memory, no winner
// of a race. The same input gives byte-identical results, except where a limit of time
// or memory was hit, and then the reason says so.
//
// A verdict can only be lowered on its way: SAFE and UNSAFE become UNKNOWN, never the
// other way round.
package result
