// Package history is what the History screen and Home list of past runs and may do
// with them: find, delete, restore, pin, export, import and compare them. Data is the
// history as a whole: how much it is, a copy of it, what was saved of a damaged one,
// and an end to it.
package history
