// Package routing says below which path a route of the sources answers: it follows
// routers through groups, blocks, mounts and constants up to the program's own, and
// finds the routes of health. It knows no languages by name, no deployment files
// and no variables.
package routing

import (
	"sync"

	"aipack/backend/detect/source"
)

// Table is what the files of one service say about their routers. It is safe for
// use by one goroutine at a time.
type Table struct {
	*source.Set
	Served string // the application that the start command names, "module:variable"; "" for none

	once       sync.Once
	mountList  []mount
	global     string // prefix of all routes
	globalLost bool   // it is given by a name that nothing explains
	excluded   string // what says which routes do not stand below it
	version    string // of all routes that do not say another
	paths      map[string]pathText
	known      map[string]*prefixes
}
