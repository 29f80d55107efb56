package learning_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"aipack/backend/cli"
	"aipack/backend/cli/learning"
)

// TestMain makes this test program stand in for aipack in scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"aipack": func() {
			parts := learning.Parts{In: os.Stdin, Asks: os.Getenv("SOMEBODY") != ""}
			os.Exit(cli.Run(context.Background(), cli.Rooms{Now: time.Now}, os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}, parts.Lessons))
		},
	})
}

// TestScripts reads the scripts of testdata.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", Setup: func(e *testscript.Env) error {
		e.Setenv("AIPACK_DATA", e.WorkDir+"/data")
		return nil
	}})
}
