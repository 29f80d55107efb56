// Package web holds the page as Vite builds it.
package web

import "embed"

// Files are the built files, below dist.
//
//go:embed all:dist
var Files embed.FS
