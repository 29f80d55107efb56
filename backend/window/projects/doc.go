// Package projects is what Home offers to begin with: the dialog for a folder, what
// is said of a path that was dropped or pasted, and the samples.
package projects
