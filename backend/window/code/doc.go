// Package code is the Code screen: the map of a project's code, kept up to date while
// the folder is looked at, with searches by name, by text and by meaning, and what a
// model would be shown of it.
package code
