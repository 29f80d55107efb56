package keeping_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"aipack/backend/cli"
	"aipack/backend/cli/auditing"
	"aipack/backend/cli/keeping"
	"aipack/backend/cli/proving"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/packaging/digest"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/store/projectdb"
)

// TestMain makes this test program stand in for aipack in scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"aipack": func() {
			rooms := cli.Rooms{
				Analyse: func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) {
					return analysis.New().Execute(ctx, run)
				},
				Now: time.Now,
			}
			parts := keeping.Parts{In: os.Stdin, Asks: os.Getenv("SOMEBODY") != ""}
			os.Exit(cli.Run(context.Background(), rooms, os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}, parts.Keep, auditing.Audit, proving.Checker))
		},
	})
}

// TestScripts reads the scripts of testdata. Their `proof` does what a proof of the project
// would leave in its database.
func TestScripts(t *testing.T) {
	repotest.Git(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			for name, value := range map[string]string{
				"HOME": e.WorkDir + "/home", "AIPACK_DATA": e.WorkDir + "/data", "GIT_CONFIG_NOSYSTEM": "1",
				"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
			} {
				e.Setenv(name, value)
			}
			return os.MkdirAll(e.WorkDir+"/home", 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"proof": func(s *testscript.TestScript, _ bool, args []string) {
				s.Check(left(s.MkAbs(args[0]), s.Getenv("AIPACK_DATA"), args[1], args[2]))
			},
		},
	})
}

func left(dir, data, verdict, said string) error {
	tree, err := repo.Open(dir)
	if err != nil {
		return err
	}
	defer tree.Close()
	out, err := analysis.New().Execute(context.Background(), pipeline.Run{ID: "test", Repo: tree, Mode: pipeline.Static})
	if err != nil {
		return err
	}
	plan := digest.Of(out.Documents, export.KnownOf(out.Context.Scan().Index).Files)
	db, err := projectdb.Open(data, dir, time.Now)
	if err != nil {
		return err
	}
	at := time.Date(2026, 11, 29, 14, 5, 0, 0, time.Local).UnixMilli()
	return errors.Join(db.SaveProofs([]projectdb.Proof{
		{Service: plan.Services[0].Name, Plan: plan.Digests()[0], Verdict: verdict, Said: said, ProvedAt: at},
	}), db.Close())
}
