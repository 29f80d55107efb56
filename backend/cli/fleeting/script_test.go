package fleeting_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"aipack/backend/cli"
	"aipack/backend/cli/fleeting"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/repo/repotest"
)

// TestMain makes this test program stand in for aipack in scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"aipack": func() {
			rooms := cli.Rooms{
				Analyse: func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) {
					return analysis.New().Execute(ctx, run)
				},
				Now: time.Now, Version: os.Getenv("VERSION"),
			}
			os.Exit(cli.Run(context.Background(), rooms, os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}, fleeting.Command))
		},
	})
}

// TestScripts runs the commands as a user does: testdata/*.txtar.
func TestScripts(t *testing.T) {
	repotest.Git(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			for name, value := range map[string]string{
				"HOME": e.WorkDir + "/home", "XDG_CACHE_HOME": e.WorkDir + "/cache", "AIPACK_DATA": e.WorkDir + "/data", "VERSION": "v1", "GIT_CONFIG_NOSYSTEM": "1",
				"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
			} {
				e.Setenv(name, value)
			}
			return os.MkdirAll(e.WorkDir+"/home", 0o755)
		},
	})
}
