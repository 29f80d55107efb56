// Package plan is the Result: the plan of each service, which the user reads and
// edits, its Dockerfile, what is usual for such a service, and the files that an
// export writes.
package plan
