//go:build soak

package main

const slurmTasks = 200
