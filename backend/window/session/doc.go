// Package session is what the rooms of the window share while it is open: the
// history, the preferences in force, and what models have cost. The page calls
// nothing here, and it knows none of the rooms.
package session
