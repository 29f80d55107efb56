// Package secret is the folder of what must stay with the user: which files and
// values sign somebody in (credential), and how they are hidden in a text before
// anybody outside is shown it (conceal).
package secret
