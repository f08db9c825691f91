// Package slurm runs the tasks of a suite on a cluster, as job arrays of Slurm.
//
// Everything passes through a folder that the nodes share. A batch, an array, is a file with its
// tasks; a task's result is a file named by the task's key, which is written aside and renamed, so
// that it is whole or isn't there. What is known of a run is in that folder and in Slurm: a run that
// is started again takes over the results that are there and waits for the tasks that are still
// queued or running.
//
// Slurm schedules. What is added is that a task which ended without a result, since its node failed
// or somebody else needed it, is submitted again, a bounded number of times; and that a
// controller which doesn't answer is waited for.
package slurm
