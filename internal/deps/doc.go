// Package deps holds no code, only a test: that the packages of the module import each
// other as ARCHITECTURE.md says, and that a few things are used only where they belong.
package deps
