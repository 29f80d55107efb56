// Package web holds the page as build.js writes it.
package web

import "embed"

// Files are the built files, below dist.
//
//go:embed all:dist
var Files embed.FS
