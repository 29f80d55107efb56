package repair

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/prove"
	"aipack/backend/prove/check"
	"aipack/backend/repo/repotest"
)

// proven is a service that came up, whose image holds secrets in some files, and runs as
// root or not.
func proven(root bool, secrets ...string) *prove.Report {
	r := well()
	r.Image = &prove.Image{Workdir: "/app"}
	found := check.Result{Name: "secrets", State: check.Passed}
	for _, s := range secrets {
		found.Add(check.Problem{Severity: "high", Message: "a key", Path: s})
	}
	user := "app"
	if root {
		user = "root"
	}
	r.Checks = []check.Result{check.User(user), found}
	return r
}

// TestFindingsAreMended: what a check found in a service that came up is mended where the
// next proof is as good without it, and taken back where it is not.
func TestFindingsAreMended(t *testing.T) {
	ignored := func(r prove.Request) []string {
		text, _, err := r.Text(".dockerignore")
		if err != nil {
			return nil
		}
		return strings.Fields(string(text))
	}
	for name, c := range map[string]struct {
		plain  bool // without --fix
		byHand string
		judge  func(r prove.Request) *prove.Report
		told   []string
		proofs int
		lines  []string // of .dockerignore, as it is kept
		text   string   // of the Dockerfile that was written by hand, as it is kept
	}{
		"nothing was found": {
			judge:  func(prove.Request) *prove.Report { return proven(false) },
			proofs: 1,
		},
		"a file that nobody needs": {
			judge: func(r prove.Request) *prove.Report {
				if len(ignored(r)) > 0 {
					return proven(false)
				}
				return proven(false, "/app/test/key.pem", "/app/made.js")
			},
			told: []string{"secrets kept"}, proofs: 2, lines: []string{"test/key.pem"},
		},
		"one of two is needed": {
			judge: func(r prove.Request) *prove.Report {
				found := []string{"/app/a.js", "/app/test/key.pem"}
				for _, line := range ignored(r) {
					if line == "a.js" {
						return failed("start", "crash", "a.js is absent")
					}
					found = found[:1]
				}
				return proven(false, found...)
			},
			told: []string{"secrets taken_back", "secrets taken_back", "secrets kept"}, proofs: 4, lines: []string{"test/key.pem"},
		},
		"what the build makes": {
			judge:  func(prove.Request) *prove.Report { return proven(false, "/app/made.js", "history", "/etc/key") },
			proofs: 1,
		},
		"a Dockerfile whose program runs as root": {
			byHand: "FROM scratch\nCMD [\"/a\"]\n",
			judge: func(r prove.Request) *prove.Report {
				return proven(!strings.Contains(r.Dockerfile, "USER"))
			},
			told: []string{"non_root kept"}, proofs: 2, text: "FROM scratch\nCMD [\"/a\"]\nUSER 65534:65534\n",
		},
		"a program that needs root": {
			byHand: "FROM scratch\nCMD [\"/a\"]\n",
			judge: func(r prove.Request) *prove.Report {
				if strings.Contains(r.Dockerfile, "USER") {
					return failed("start", "crash", "permission denied")
				}
				return proven(true)
			},
			told: []string{"non_root taken_back"}, proofs: 2,
		},
		"it comes up less well without": {
			judge: func(r prove.Request) *prove.Report {
				if len(ignored(r)) > 0 {
					less := proven(false)
					less.Verdict = prove.Ran
					return less
				}
				return proven(false, "/app/test/key.pem")
			},
			told: []string{"secrets taken_back"}, proofs: 2,
		},
		"nothing is mended unasked, and it is offered": {
			plain:  true,
			judge:  func(prove.Request) *prove.Report { return proven(false, "/app/test/key.pem") },
			proofs: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			repotest.LayOut(t, dir, map[string]string{"a.js": "key", "test/key.pem": "key"})
			b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) { return c.judge(r), nil }}
			doc := document()
			doc.Metadata.Path = "."
			var kept []prove.Try
			l := Loop{Prover: b, Fix: !c.plain, Keep: func(_ string, t prove.Try, _ map[string]string) error { kept = append(kept, t); return nil }}
			report, err := l.Prove(context.Background(), prove.Request{Dir: dir, Document: doc, Dockerfile: c.byHand})
			if err != nil {
				t.Fatal(err)
			}
			if report.Verdict != prove.Proven || len(b.asked) != c.proofs {
				t.Errorf("%s after %d proofs", report.Verdict, len(b.asked))
			}
			if diff := cmp.Diff(c.told, told(report)); diff != "" {
				t.Error(diff)
			}
			var lines []string
			text := ""
			for _, k := range kept {
				for _, f := range k.Files {
					lines = strings.Fields(f.Text)
				}
				text = k.Dockerfile
			}
			if diff := cmp.Diff(c.lines, lines); diff != "" || text != c.text {
				t.Errorf("%s\n%s", diff, text)
			}
			if offered := report.Offer != nil; offered != c.plain {
				t.Errorf("offered: %+v", report.Offer)
			}
			if c.plain && (report.Offer.Stage != checks || report.Offer.Rule != "secrets" || len(report.Offer.Files) != 1) {
				t.Errorf("%+v", report.Offer)
			}
			if len(c.lines) == 0 {
				return
			}
			if _, err := Write(dir, report); err != nil {
				t.Fatal(err)
			}
			if got := ignored(prove.Request{Dir: dir, Document: doc}); !cmp.Equal(got, c.lines) {
				t.Errorf("written: %q", got)
			}
		})
	}
}
