package repair

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// bench is a prover whose verdict is decided by what it is asked to prove.
type bench struct {
	asked []prove.Request
	judge func(n int, r prove.Request) (*prove.Report, error)
}

func (b *bench) Prove(_ context.Context, r prove.Request) (*prove.Report, error) {
	b.asked = append(b.asked, r)
	return b.judge(len(b.asked), r)
}

func failed(stage, rule, why string, edits ...cause.Edit) *prove.Report {
	return &prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{Stage: stage, Rule: rule, Cause: why, Class: cause.Project, Fix: "Mend it.", Edits: edits}}
}

func well() *prove.Report { return &prove.Report{Verdict: prove.Proven} }

func of(class cause.Class, r *prove.Report) *prove.Report {
	r.Failure.Class = class
	return r
}

func document() universalbuild.UniversalBuild {
	var doc universalbuild.UniversalBuild
	doc.Metadata.Path = "api"
	doc.Runtime.Ports = []universalbuild.Port{{Port: 8080, Protocol: "tcp"}}
	doc.Evidence = []universalbuild.Evidence{{Field: "/runtime/ports/0/port", Value: "8080", Confidence: 0.5, Source: "rule", Rule: "go.port", Path: "main.go", Line: 3}}
	return universalbuild.Normal(doc)
}

func port(n int) cause.Edit { return cause.Edit{Field: "/runtime/ports/0/port", Value: n} }

func library(names ...string) cause.Edit {
	return cause.Edit{Field: "/build/system_packages", Value: names}
}

// told is what a report says was tried, in short.
func told(r *prove.Report) (lines []string) {
	if r.Mending == nil {
		return nil
	}
	for _, t := range r.Mending.Tries {
		line := t.Rule + " " + t.State
		for _, e := range t.Edits {
			line += " " + e.Field
		}
		lines = append(lines, strings.TrimSpace(line+" "+strings.Join(t.Given, " ")))
	}
	return lines
}

func TestLoop(t *testing.T) {
	portOf := func(r prove.Request) int { return r.Document.Runtime.Ports[0].Port }
	packages := func(r prove.Request) int { return len(r.Document.Build.SystemPackages) }
	for name, c := range map[string]struct {
		plain  bool // without --fix
		byHand bool
		judge  func(n int, r prove.Request) (*prove.Report, error)
		want   prove.Verdict
		told   []string
		ended  string
		proofs int
	}{
		"well at once": {
			judge: func(int, prove.Request) (*prove.Report, error) { return well(), nil },
			want:  prove.Proven, proofs: 1,
		},
		"one edit mends it": {
			judge: func(_ int, r prove.Request) (*prove.Report, error) {
				if portOf(r) == 3000 {
					return well(), nil
				}
				return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
			},
			want: prove.Proven, told: []string{"wrong_port kept /runtime/ports/0/port"}, ended: "proven", proofs: 2,
		},
		"nothing is mended unasked": {
			plain: true,
			judge: func(int, prove.Request) (*prove.Report, error) {
				return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
			},
			want: prove.Failed, proofs: 1,
		},
		"what does not help is taken back": {
			judge: func(int, prove.Request) (*prove.Report, error) {
				return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
			},
			want: prove.Failed, told: []string{"wrong_port taken_back /runtime/ports/0/port"}, ended: "tried already", proofs: 2,
		},
		"what makes it worse is taken back": {
			judge: func(n int, _ prove.Request) (*prove.Report, error) {
				if n > 1 {
					return failed("build", "image_not_found", "There is none."), nil
				}
				return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
			},
			want: prove.Failed, told: []string{"wrong_port taken_back /runtime/ports/0/port"}, ended: "tried already", proofs: 2,
		},
		"further on is kept, and the next is mended too": {
			judge: func(_ int, r prove.Request) (*prove.Report, error) {
				switch {
				case packages(r) == 0:
					return failed("build", "missing_system_package", "ffi.h", library("libffi-dev")), nil
				case packages(r) == 1:
					return failed("build", "missing_system_package", "ssl.h", library("libffi-dev", "libssl-dev")), nil
				case portOf(r) == 8080:
					return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
				}
				return well(), nil
			},
			want: prove.Proven, ended: "proven", proofs: 4,
			told: []string{"missing_system_package kept /build/system_packages", "missing_system_package kept /build/system_packages", "wrong_port kept /runtime/ports/0/port"},
		},
		"three are the most": {
			judge: func(n int, _ prove.Request) (*prove.Report, error) {
				return failed("health", "wrong_port", strings.Repeat("x", n), port(3000+n)), nil
			},
			want: prove.Failed, ended: "3 fixes were tried", proofs: 4,
			told: []string{"wrong_port kept /runtime/ports/0/port", "wrong_port kept /runtime/ports/0/port", "wrong_port kept /runtime/ports/0/port"},
		},
		"no edit is known": {
			judge: func(int, prove.Request) (*prove.Report, error) { return failed("start", "crash", "It ended."), nil },
			want:  prove.Failed, ended: "No rule knows", proofs: 1,
		},
		"an edit that the document has": {
			judge: func(int, prove.Request) (*prove.Report, error) {
				return failed("health", "wrong_port", "It listens on 8080.", port(8080)), nil
			},
			want: prove.Failed, ended: "in the document already", proofs: 1,
		},
		"an edit that does not fit": {
			judge: func(int, prove.Request) (*prove.Report, error) {
				return failed("health", "wrong_port", "?", cause.Edit{Field: "/runtime/ports/0/port", Value: "many"}), nil
			},
			want: prove.Failed, ended: "does not fit", proofs: 1,
		},
		"a Dockerfile by hand": {
			byHand: true,
			judge: func(int, prove.Request) (*prove.Report, error) {
				return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
			},
			want: prove.Failed, ended: "by hand", proofs: 1,
		},
		"the machine's matter is never mended": {
			judge: func(int, prove.Request) (*prove.Report, error) {
				return of(cause.Environment, failed("build", "disk_full", "The disk is full.", port(3000))), nil
			},
			want: prove.Failed, ended: "matter of the machine", proofs: 1,
		},
		"what passes is tried again, unasked too": {
			plain: true,
			judge: func(n int, _ prove.Request) (*prove.Report, error) {
				if n == 2 {
					return well(), nil
				}
				return of(cause.Transient, failed("build", "registry_down", "503")), nil
			},
			want: prove.Proven, told: []string{"registry_down again"}, ended: "proven", proofs: 2,
		},
		"what does not pass is tried twice, and never mended": {
			judge: func(int, prove.Request) (*prove.Report, error) {
				return of(cause.Transient, failed("build", "registry_down", "503", port(3000))), nil
			},
			want: prove.Failed, told: []string{"registry_down again", "registry_down again"}, ended: "prove it again later", proofs: 3,
		},
		"what passes says nothing of a fix, so that is proved again": {
			judge: func(n int, _ prove.Request) (*prove.Report, error) {
				switch n {
				case 1:
					return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
				case 2:
					return of(cause.Transient, failed("build", "registry_down", "503")), nil
				}
				return well(), nil
			},
			want: prove.Proven, told: []string{"wrong_port kept /runtime/ports/0/port", "registry_down again"}, ended: "proven", proofs: 3,
		},
		"a fix that nobody could judge is undecided": {
			judge: func(n int, _ prove.Request) (*prove.Report, error) {
				if n > 1 {
					return of(cause.Environment, failed("health", "no_network", "gone")), nil
				}
				return failed("build", "missing_system_package", "ffi.h", library("libffi-dev")), nil
			},
			want: prove.Failed, told: []string{"missing_system_package undecided /build/system_packages"}, ended: "says nothing of the fix", proofs: 2,
		},
		"a document that no Dockerfile can be made of": {
			judge: func(n int, _ prove.Request) (*prove.Report, error) {
				if n > 1 {
					return nil, errors.New("unfit")
				}
				return failed("build", "missing_system_package", "ffi.h", library("libffi-dev")), nil
			},
			want: prove.Failed, told: []string{"missing_system_package taken_back /build/system_packages"}, ended: "tried already", proofs: 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := &bench{judge: c.judge}
			request := prove.Request{Document: document()}
			if c.byHand {
				request.Dockerfile = "FROM scratch\n"
			}
			r, err := Loop{Prover: b, Fix: !c.plain, Pause: func(context.Context, int) error { return nil }}.Prove(t.Context(), request)
			if err != nil || r.Verdict != c.want || len(b.asked) != c.proofs {
				t.Fatalf("%v, %s after %d proofs; want %s after %d", err, r.Verdict, len(b.asked), c.want, c.proofs)
			}
			if diff := cmp.Diff(c.told, told(r)); diff != "" {
				t.Error(diff)
			}
			if ended := r.Mending; (ended == nil) != (c.ended == "") || ended != nil && !strings.Contains(ended.Ended, c.ended) {
				t.Errorf("ended %+v, want …%s…", ended, c.ended)
			}
			if r.Mending != nil && (r.Mending.Document != nil) != (len(r.Mending.Kept()) > 0) {
				t.Error("the mended document is there exactly where something was kept")
			}
		})
	}
}

// TestTheDocumentSaysWhoMendedIt, and what stood there before.
func TestTheDocumentSaysWhoMendedIt(t *testing.T) {
	b := &bench{judge: func(n int, _ prove.Request) (*prove.Report, error) {
		if n > 1 {
			return well(), nil
		}
		return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
	}}
	var heard []string
	tell := func(p prove.Progress) { heard = append(heard, p.Service+" "+p.Try.State) }
	before := document()
	r, err := Loop{Prover: b, Fix: true, Tell: tell}.Prove(t.Context(), prove.Request{Document: before})
	if err != nil {
		t.Fatal(err)
	}
	doc := r.Mending.Document
	want := universalbuild.Evidence{
		Field: "/runtime/ports/0/port", Value: "3000", Confidence: 1, Source: "rule", Rule: "prove.wrong_port",
		Alternatives: []universalbuild.Alternative{{Value: "8080", Confidence: 0.5, Rule: "go.port", Path: "main.go", Line: 3}},
	}
	if doc.Runtime.Ports[0].Port != 3000 || !cmp.Equal(doc.Evidence, []universalbuild.Evidence{want}) {
		t.Errorf("%+v", doc)
	}
	if before.Runtime.Ports[0].Port != 8080 || len(before.Evidence[0].Alternatives) != 0 {
		t.Error("the document itself was changed")
	}
	change := r.Mending.Tries[0].Edits[0]
	if text(t, change.Old) != "8080" || text(t, change.New) != "3000" {
		t.Errorf("%+v", change)
	}
	if diff := cmp.Diff([]string{"api trying", "api kept"}, heard); diff != "" {
		t.Error(diff)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestAMadeUpValueIsForTheProofAlone: the program gets it, the report and the
// document have its name alone.
func TestAMadeUpValueIsForTheProofAlone(t *testing.T) {
	const made = "s3cr3t-made-up"
	b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) {
		if r.Env["SECRET_KEY"] == made && r.Env["OTHER"] == "1" {
			return well(), nil
		}
		report := failed("start", "missing_variable", "It wants SECRET_KEY.")
		report.Failure.Values = []cause.Value{{Name: "SECRET_KEY"}}
		return report, nil
	}}
	given := map[string]string{"OTHER": "1"}
	r, err := Loop{Prover: b, Fix: true, Secret: func(string) string { return made }}.Prove(t.Context(), prove.Request{Document: document(), Env: given})
	if err != nil || r.Verdict != prove.Proven {
		t.Fatalf("%v, %+v", err, r)
	}
	if diff := cmp.Diff([]string{"missing_variable kept SECRET_KEY"}, told(r)); diff != "" {
		t.Error(diff)
	}
	if len(given) != 1 || strings.Contains(text(t, r), made) {
		t.Errorf("the value is kept: %v, %s", given, text(t, r))
	}
}

// TestOneThatIsStoppedKeepsWhatHelped and takes back what was under way.
func TestOneThatIsStoppedKeepsWhatHelped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := &bench{judge: func(n int, _ prove.Request) (*prove.Report, error) {
		switch n {
		case 1:
			return failed("build", "missing_system_package", "ffi.h", library("libffi-dev")), nil
		case 2:
			return failed("health", "wrong_port", "It listens on 3000.", port(3000)), nil
		}
		cancel()
		return &prove.Report{Verdict: prove.Stopped}, ctx.Err()
	}}
	r, err := Loop{Prover: b, Fix: true}.Prove(ctx, prove.Request{Document: document()})
	if err != nil || r.Verdict != prove.Failed || r.Failure.Rule != "wrong_port" || r.Mending.Document.Runtime.Ports[0].Port != 8080 {
		t.Fatalf("%v, %+v", err, r)
	}
	want := []string{"missing_system_package kept /build/system_packages", "wrong_port undecided /runtime/ports/0/port"}
	if diff := cmp.Diff(want, told(r)); diff != "" || r.Mending.Ended != "It was stopped." {
		t.Error(diff, r.Mending.Ended)
	}
}

// TestAStepThatWasPutInBeforeIsNoProgress: what fails stands as far from the end
// as it did.
func TestAStepThatWasPutInBeforeIsNoProgress(t *testing.T) {
	build := func(line, lines int, why string) *prove.Report {
		r := failed("build", "command_failed", why)
		r.Failure.Line, r.Dockerfile = line, strings.Repeat("x\n", lines)
		return r
	}
	for _, c := range []struct {
		before, after *prove.Report
		want          bool
	}{
		{build(5, 10, "a"), build(7, 12, "a"), false},
		{build(5, 10, "a"), build(7, 12, "b"), true},
		{build(5, 10, "a"), build(6, 12, "b"), false}, // the step that was put in fails itself
		{build(5, 10, "a"), failed("start", "crash", "c"), true},
		{failed("start", "crash", "c"), build(5, 10, "a"), false},
		{failed("start", "missing_variable", "A"), failed("release", "crash", "c"), false},
		{failed("start", "missing_variable", "A"), failed("start", "missing_variable", "B"), true},
		{failed("start", "missing_variable", "A"), failed("start", "unknown", "?"), false},
	} {
		if got := helped(c.before, c.after); got != c.want {
			t.Errorf("%s %s, then %s %s: %v", c.before.Failure.Stage, c.before.Failure.Cause, c.after.Failure.Stage, c.after.Failure.Cause, got)
		}
	}
}

// TestOwnSecretsHaveTheirForm: letters enough for every framework, and what
// Laravel's cipher takes.
func TestOwnSecretsHaveTheirForm(t *testing.T) {
	for name, form := range map[string]string{"SECRET_KEY_BASE": `^[0-9a-f]{64}$`, "APP_KEY": `^base64:[A-Za-z0-9+/]{43}=$`} {
		if one, other := own(name), own(name); one == other || !regexp.MustCompile(form).MatchString(one) {
			t.Errorf("%s is given a value of another form, or twice the same", name)
		}
	}
}
