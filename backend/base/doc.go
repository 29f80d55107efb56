// Package base is the folder of what every other folder may use and what knows none of
// them: the events of a run, the faults that a user sees, the answers of rules with
// their reasons, settings, files that are written whole or not at all, locks, processes
// with limits, and the bounds round every library that parses what a stranger wrote.
package base
