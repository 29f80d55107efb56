package conversation

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/model/llm"
)

// Rules of loop detection (PRODUCT 2.3, ruling K-23). They look at the last
// ten calls.
const (
	watched = 10

	sameNote = 3 // R1: the same call so often: the model is told
	sameStop = 5 // R1: and then stopped
	sameOut  = 4 // R4: the same call with the same result so often: stopped
	failStop = 3 // R3: a tool failed so often without success between, whatever its arguments
	badNote  = 2 // R5: arguments that are none: the model is told once
	badStop  = 3 // R5: and then stopped
	readNote = 3 // R6: the same file read so often: the model is told
	longStop = 2 // R7: the context was too long so often in one turn
)

// Verdict says that a model repeats itself. The zero value says that it does
// not.
type Verdict struct {
	Rule     string // R1 to R7
	Evidence string // what was seen
	Stop     bool   // false: the model gets Note and may go on
	Note     string // for the model
}

// watch remembers the last calls.
type watch struct {
	end   string // what a model does that has seen enough: submit, answer
	seen  []step
	fails map[string]int // by tool, since its last success
	bad   int
	reads map[string]int
}

type step struct{ signature, output string }

func newWatch(end string) *watch {
	return &watch{end: end, fails: map[string]int{}, reads: map[string]int{}}
}

// see takes a call with its result and judges.
func (w *watch) see(call llm.ToolCall, r ToolResult) Verdict {
	name := cmp.Or(r.Name, call.Name)
	sum := sha256.Sum256([]byte(r.Text))
	now := step{Signature(llm.ToolCall{Name: name, Arguments: cmp.Or(r.Arguments, call.Arguments)}), string(sum[:8])}
	w.seen = append(w.seen, now)
	if len(w.seen) > watched {
		w.seen = w.seen[1:]
	}
	if r.Failed {
		w.fails[name]++
		if empty(call.Arguments) {
			w.bad++
		}
	} else {
		w.fails[name] = 0
	}
	for _, rule := range []func(call llm.ToolCall, name string, r ToolResult, now step) Verdict{w.arguments, w.failures, w.same, w.alternation, w.reading} {
		if v := rule(call, name, r, now); v.Rule != "" {
			return v
		}
	}
	return Verdict{}
}

func (w *watch) arguments(call llm.ToolCall, name string, r ToolResult, _ step) Verdict {
	if !r.Failed || !empty(call.Arguments) || w.bad < badNote {
		return Verdict{}
	}
	return Verdict{
		Rule: "R5", Evidence: fmt.Sprintf("%d calls without readable arguments, the last of %s", w.bad, name), Stop: w.bad >= badStop,
		Note: "Your last calls had no readable arguments. Write the arguments as one JSON object that fits the tool's schema.",
	}
}

func (w *watch) failures(_ llm.ToolCall, name string, r ToolResult, _ step) Verdict {
	if w.fails[name] < failStop {
		return Verdict{}
	}
	return Verdict{Rule: "R3", Evidence: fmt.Sprintf("%s failed %d times: %s", name, w.fails[name], short(r.Text)), Stop: true}
}

func (w *watch) same(_ llm.ToolCall, name string, _ ToolResult, now step) Verdict {
	calls, outputs := 0, 0
	for _, s := range w.seen {
		if s.signature == now.signature {
			calls++
			if s.output == now.output {
				outputs++
			}
		}
	}
	switch {
	case calls >= sameStop:
		return Verdict{Rule: "R1", Evidence: fmt.Sprintf("%s was called %d times with the same arguments", name, calls), Stop: true}
	case outputs >= sameOut:
		return Verdict{Rule: "R4", Evidence: fmt.Sprintf("%s was called %d times with the same arguments and the same result", name, outputs), Stop: true}
	case calls == sameNote:
		return Verdict{
			Rule: "R1", Evidence: fmt.Sprintf("%s was called %d times with the same arguments", name, calls),
			Note: "You have made this call " + fmt.Sprint(calls) + " times. Its result does not change. Look at something else, or " + w.end + ".",
		}
	}
	return Verdict{}
}

// alternation knows A-B-A-B-A.
func (w *watch) alternation(_ llm.ToolCall, _ string, _ ToolResult, _ step) Verdict {
	n := len(w.seen)
	if n < 5 {
		return Verdict{}
	}
	last := w.seen[n-5:]
	a, b := last[0].signature, last[1].signature
	if a == b || last[2].signature != a || last[3].signature != b || last[4].signature != a {
		return Verdict{}
	}
	return Verdict{
		Rule: "R2", Evidence: "two calls alternate: " + short(a) + " and " + short(b),
		Note: "You alternate between two calls whose results you already have. Look at something else, or " + w.end + ".",
	}
}

func (w *watch) reading(_ llm.ToolCall, _ string, r ToolResult, _ step) Verdict {
	var again []string
	for _, p := range r.Read {
		p = path.Clean(p)
		if w.reads[p]++; w.reads[p] == readNote {
			again = append(again, p)
		}
	}
	if len(again) == 0 {
		return Verdict{}
	}
	names := strings.Join(again, ", ")
	return Verdict{
		Rule: "R6", Evidence: fmt.Sprintf("%s was read %d times", names, readNote),
		Note: "You have read " + names + " three times. You have its content; go on.",
	}
}

// Signature is a call in one writing: sorted keys, cleaned paths.
func Signature(call llm.ToolCall) string {
	var args any
	if json.Unmarshal([]byte(call.Arguments), &args) != nil {
		return call.Name + " " + strings.TrimSpace(call.Arguments)
	}
	cleaned(args)
	text, err := json.Marshal(args)
	if err != nil {
		return call.Name + " " + call.Arguments
	}
	return call.Name + " " + string(text)
}

// cleaned writes the paths of arguments in one way, in place.
func cleaned(args any) {
	m, ok := args.(map[string]any)
	if !ok {
		return
	}
	for k, v := range m {
		switch v := v.(type) {
		case string:
			if slices.Contains([]string{"path", "file", "dir", "directory"}, k) && v != "" {
				m[k] = path.Clean(v)
			}
		case []any:
			for i, each := range v {
				if s, ok := each.(string); ok && k == "paths" {
					v[i] = path.Clean(s)
				}
			}
		}
	}
}

// empty reports whether arguments are none at all.
func empty(arguments string) bool {
	text := strings.TrimSpace(arguments)
	return text == "" || text == "null" || !json.Valid([]byte(text))
}
