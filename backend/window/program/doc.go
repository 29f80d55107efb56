// Package program is aipack itself as the page needs it: how it starts and closes,
// what is under way, the diagnostics, and what only a desktop program can do.
package program
