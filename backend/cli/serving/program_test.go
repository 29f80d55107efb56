package serving

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/cli/coding"
	"aipack/backend/cli/proving"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/detect/analysis"
	"aipack/backend/prove/lint/apart"
)

// TestMain makes this test program aipack-cli and aipack-engine where it is called
// so, and the processes that they start.
func TestMain(m *testing.M) {
	hidden := len(os.Args) == 2 && slices.Contains([]string{apart.Command, parserpool.Command}, os.Args[1])
	var more []func(*cli.Program) *cobra.Command
	switch name := filepath.Base(os.Args[0]); {
	case name == "aipack-engine" || hidden:
		more = append(more, MCP(os.Stdin), proving.Lint, proving.Checker, coding.Parts{}.Code, coding.Reader)
	case name != "aipack-cli":
		os.Exit(m.Run())
	}
	ctx, stop := cli.Signals()
	rooms := cli.Rooms{Analyse: analysis.New().Execute, Registry: analysis.Registry, Version: "1", Now: time.Now}
	code := cli.Run(ctx, rooms, os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}, more...)
	stop()
	os.Exit(code)
}
