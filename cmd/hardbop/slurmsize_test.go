//go:build !soak

package main

// slurmTasks is the number of tasks of TestSlurm.
const slurmTasks = 40
