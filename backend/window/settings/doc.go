// Package settings is the Settings screen's way to the user's preferences: it shows
// them and saves them as a whole.
package settings
