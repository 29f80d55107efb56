//go:build headless && !engine

// Command aipack turns a project folder into a container that provably works.
// This is the program without a window, for servers and scripts.
package main

import (
	"os"

	"aipack/backend/base/gctune"
	"aipack/backend/cli"
)

func main() {
	// A run is short and small: collecting seldom costs some megabytes and saves a
	// third of the processor's time on a large repository. The limit, in bytes,
	// keeps a huge one from taking nine times what it holds.
	if os.Getenv("GOGC") == "" {
		gctune.Seldom(800, 256<<20)
	}
	ctx, stop := cli.Signals()
	code := cli.Run(ctx, rooms(), os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}
