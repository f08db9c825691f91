// Package lbe summarises functions by large blocks, after Gurfinkel, Chaki and Sapra,
// Efficient Predicate Abstraction of Program Summaries (NFM 2011): some nodes of a
// function are its cutpoints, and what lies between two of them has no loop and is looked
// at as a whole.
//
// [BackEdges] and [RuleCutset] choose cutpoints, [Fragments] finds what lies between them;
// a [Summary] is both together, for people to read. Which cutpoints a check has is what
// [Cutset.Cuts] says.
//
// A location of the paper is a basic block; here it is a node of cil with its one
// instruction. As straight lines end up in one fragment, the numbers are the same.
package lbe
