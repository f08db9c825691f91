// Package line follows sets of states along statements that stand one behind the other:
// a path, through calls and returns, of a Boolean program. That is what bebop does for
// procedures; a path needs no summaries, since what a call was entered from is still there
// when it returns. So the variables of all activations that are open have places of their
// own in one decision diagram.
//
// # Reader's guide
//
//	line.go      what a frame is, and moves between sets of states
//	value.go     expressions, and what assignments relate
package line
