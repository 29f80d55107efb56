// Package session is what the rooms of the window share while it is open: the
// history, the preferences in force, and the runs that are held in memory with
// their services as the user has edited them. The page calls nothing here, and it
// knows none of the rooms.
package session
