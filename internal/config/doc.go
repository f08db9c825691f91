// Package config reads hardbop.yaml, a project's own defaults for what the command line leaves open. It knows
// no options: what keys there are, and what values they take, is for its caller to say.
package config
