//go:build headless && engine && !manual

// Command aipack-engine holds the commands that need BuildKit or a model.
// aipack-cli starts it for them.
package main

import (
	"os"

	"aipack/backend/cli"
	"aipack/backend/model/llm/gateway"
)

func main() {
	ctx, stop := cli.Signals()
	models := gateway.New(version)
	code := cli.Run(ctx, allRooms(models), os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}, commands(models)...)
	stop()
	os.Exit(code)
}
