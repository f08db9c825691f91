// Package rules is the library of rules that come with the tool.
//
// A rule is a file library/FAMILY/NAME.slic, which is part of the binary; its name is
// FAMILY/NAME. Users add folders of their own. The language is that of package slic; the
// comment that a file of the library begins with is structured, and explains the rule to
// people:
//
//	// linux/mutex: mutexes are locked and unlocked in turn
//	//
//	// What the rule means, in a paragraph or two.
//	//
//	// Good:
//	//
//	//	mutex_lock(&d->lock);
//	//	mutex_unlock(&d->lock);
//	//
//	// Bad:
//	//
//	//	mutex_lock(&d->lock);
//	//	return -EIO;
//	//
//	// Limits: what the rule doesn't see, or sees wrongly.
//
// What functions a rule watches follows from its handlers.
//
//	Load     reads the library and folders of users
//	Select   finds the rules that a word of the command line means: a name, a family, a pattern
//	Lint     says what in a rule can never happen
//	Drivers  finds the drivers that try rules out, with what is expected of them
//	Mutants  plants the faults that a conforming driver's marks describe
//	Page     is the manual's page about a family
package rules
