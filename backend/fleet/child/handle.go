package child

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/fleet"
	"aipack/backend/secret/conceal"
)

// Programs are those that handle a repository: the program and its first arguments.
type Programs struct {
	Detect []string // the light one, which starts sooner
	Engine []string // the one that proves
}

// Handler handles repositories.
type Handler struct {
	Programs Programs
	Detect   Limits
	Prove    Limits   // of proofs and repairs
	Builders []string // what proofs build with, each repository always with the same one; none: found
	Folder   string   // where a process may put what it needs for a while
	Extra    []string // arguments of proofs and repairs: --env NAME, --secret …
}

// nothing is the exit code of a detection that found nothing deployable.
const nothing = 3

// Handle does what is wanted with a repository that lies here.
func (h *Handler) Handle(ctx context.Context, c fleet.Checkout, j fleet.Job) fleet.Outcome {
	place, err := h.place()
	if err != nil {
		return fleet.Outcome{Cause: fleet.Failed, Said: err.Error(), Passing: true} // a full disk, for example
	}
	defer func() { _ = os.RemoveAll(place) }() // the next start looks again
	program, limits, env := h.command(c, j, place)
	e, err := run(ctx, limits, program, place, env)
	o := fleet.Outcome{CPU: e.cpu}
	switch {
	case err != nil:
		o.Cause, o.Said, o.Passing = fleet.Failed, err.Error(), true
	case e.over != "":
		o.Cause, o.Said = fleet.Failed, e.over
	case e.code < 0:
		o.Cause, o.Said, o.Passing = fleet.GaveUp, "it was killed", true
	case j.Want == fleet.Detect:
		detected(&o, e)
	default:
		proved(&o, e, j.Want)
	}
	return o
}

func (h *Handler) place() (string, error) {
	if err := os.MkdirAll(h.Folder, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(h.Folder, "job-")
}

// command is how a repository is handled. A detection knows nothing of this computer's
// variables; a proof needs those by which a builder is found and reached, but never the
// queue's.
func (h *Handler) command(c fleet.Checkout, j fleet.Job, place string) (program []string, l Limits, env []string) {
	own := []string{"TMPDIR=" + place, "TMP=" + place, "TEMP=" + place, "AIPACK_DATA=" + filepath.Join(place, "data")}
	if j.Want == fleet.Detect {
		for _, name := range []string{"PATH", "LANG", "SYSTEMROOT"} {
			if v, there := os.LookupEnv(name); there {
				own = append(own, name+"="+v)
			}
		}
		return slices.Concat(h.Programs.Detect, []string{"detect", "--format", "json", "--", c.Folder}), h.Detect, append(own, "HOME="+place)
	}
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if name != "AIPACK_QUEUE" && !strings.HasPrefix(name, "PG") && !slices.ContainsFunc(own, func(o string) bool { return strings.HasPrefix(o, name+"=") }) {
			env = append(env, entry)
		}
	}
	args := []string{string(j.Want), "--format", "json"}
	if n := len(h.Builders); n > 0 {
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(j.Address)) // it never fails
		args = append(args, "--builder", h.Builders[int(sum.Sum32())%n])
	}
	return slices.Concat(h.Programs.Engine, args, h.Extra, []string{"--", c.Folder}), h.Prove, append(env, own...)
}

// document is what is read of a plan, as this program has written it: the whole of it is
// kept, and reading all of it would take longer than some detections.
type document struct {
	Metadata struct {
		ProjectName string  `json:"project_name"`
		Language    string  `json:"language"`
		Kind        string  `json:"kind"`
		Confidence  float64 `json:"confidence"`
	} `json:"metadata"`
}

// detected reads the plans of a detection.
func detected(o *fleet.Outcome, e ended) {
	if e.code == nothing {
		o.Cause, o.Said = fleet.Nothing, lastWord(e.said)
		return
	}
	var documents []document
	err := json.Unmarshal(e.out, &documents)
	switch {
	case e.code != 0:
		o.Cause, o.Said = fleet.Failed, cmp.Or(lastWord(e.said), fmt.Sprintf("it ended with code %d", e.code))
		return
	case err != nil:
		o.Cause, o.Said = fleet.Failed, "its plans cannot be read: "+err.Error()
		return
	case len(documents) == 0:
		o.Cause = fleet.Nothing
		return
	}
	o.Cause, o.Output = fleet.Detected, e.out
	for _, d := range documents {
		m := d.Metadata
		o.Services = append(o.Services, fleet.Service{Name: m.ProjectName, Language: m.Language, Kind: m.Kind, Confidence: m.Confidence})
	}
}

// report is what is read of a report of a proof or a repair.
type report struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Failure *struct {
		Cause string `json:"cause"`
		Class string `json:"class"`
	} `json:"failure"`
	Ended    string            `json:"ended"`
	Attempts []json.RawMessage `json:"attempts"`
}

// proved reads the reports of a proof, or of a repair.
func proved(o *fleet.Outcome, e ended, want fleet.Want) {
	var reports []report
	err := json.Unmarshal(e.out, &reports)
	if want == fleet.Repair {
		var whole struct {
			Services []report `json:"services"`
		}
		err = json.Unmarshal(e.out, &whole)
		reports = whole.Services
	}
	switch {
	case e.code == nothing:
		o.Cause, o.Said = fleet.Nothing, lastWord(e.said)
		return
	case err != nil || len(reports) == 0:
		o.Cause, o.Said = fleet.Failed, cmp.Or(lastWord(e.said), fmt.Sprintf("it ended with code %d and no report", e.code))
		return
	}
	o.Output, o.Cause = e.out, fleet.Proven
	for _, r := range reports {
		s := fleet.Service{Name: r.Name, Verdict: r.Verdict}
		switch {
		case r.Verdict == "incomplete":
			if o.Cause != fleet.Failed {
				o.Cause, o.Said = fleet.Partly, cmp.Or(o.Said, s.Name+" answers, but was not fully tried")
			}
		case r.Verdict == "not_built" || r.Verdict == "stopped": // the worker's matter, perhaps another one's is better
			o.Cause, o.Passing, s.Said = fleet.Failed, true, cmp.Or(lastWord(e.said), "it was not proved")
			o.Said = s.Said
		case r.Verdict != "proven" && r.Verdict != "ran":
			if s.Said = r.Ended; r.Failure != nil {
				s.Said = r.Failure.Cause
				o.Passing = o.Passing || r.Failure.Class == "transient"
			}
			o.Cause, o.Said = fleet.Failed, cmp.Or(o.Said, s.Name+": "+cmp.Or(s.Said, r.Verdict))
		case len(r.Attempts) > 0 && o.Cause == fleet.Proven:
			o.Cause = fleet.Mended
		}
		o.Services = append(o.Services, s)
	}
}

// lastWord is what a program said of its end, in a line.
func lastWord(said string) string {
	word := ""
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "aipack: "); ok {
			word = text
		} else if line != "" && word == "" {
			word = line
		}
	}
	word = conceal.Text(word)
	if len(word) > 300 {
		word = strings.ToValidUTF8(word[:300], "") + "…"
	}
	return word
}
