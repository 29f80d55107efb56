package main

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"aipack/backend/cli"
)

// TestMain lets the test binary stand in for the program in scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"aipack": func() {
			os.Exit(cli.Run(context.Background(), rooms(), os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}))
		},
	})
}

// TestScripts runs the command line as a user does: testdata/script/*.txtar.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
