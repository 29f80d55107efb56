package advise

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/event"
	"aipack/backend/detect/pipeline"
	"aipack/backend/manifest/lockfile"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm/fence"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/patch"
	"aipack/backend/secret/conceal"
	"aipack/backend/universalbuild"
)

// Failed is a proof that failed in a way for which no rule knows an edit.
type Failed struct {
	Document universalbuild.UniversalBuild
	Failure  cause.Failure
	Status   int      // that the health check was answered with; 0 for none
	Tried    []string // what was tried already and did not help, a sentence each
	Known    []string // what helped with such failures in other projects, likewise
}

// Remedy is what a model would change. Its edits belong together; for each there
// is an evidence with the line that shows the need: one without a path is of the
// log.
type Remedy struct {
	Edits    []cause.Edit
	Files    []patch.Replacement // of the project's own files
	Why      string              // what is wrong and what the edits do, in a sentence
	Evidence []universalbuild.Evidence
}

//go:embed repair.md
var repairPrompt string

// logPath is what a model gives as the path of a line of the log.
const logPath = "log"

// Most of a remedy: more than a few fields is no mending.
const (
	mostEdits  = 5
	mostValues = 60
	mostWhy    = 300
)

var remedySchema = json.RawMessage(record([2]string{
	`"known":{"type":"boolean"},"why":{"type":"string"},"edits":{"type":"array","items":` + record([2]string{
		`"field":{"type":"string"},"value":{"type":"array","items":{"type":"string"}},"path":{"type":"string"},"quote":{"type":"string"}`,
		`"field","value","path","quote"`,
	}) + `}`,
	`"known","why","edits"`,
}))

// Mend asks for the edits that mend a failure. What does not hold is sent back
// once with what is wrong, and then dropped. Where there is none, Spent may say
// why.
func (a *Adviser) Mend(ctx context.Context, d pipeline.Desk, f Failed) (Remedy, bool) {
	within, leave, ok := a.enter(ctx)
	if !ok {
		return Remedy{}, false
	}
	defer leave()
	defer a.recovered()
	const ask = "what would mend the failed proof"
	asked := event.ModelAsked{Phase: "repair", Service: f.Document.Metadata.Path, Field: f.Failure.Field, Ask: ask}
	tell(d, asked)
	a.mu.Lock()
	a.spent.Questions++
	a.mu.Unlock()
	c := conversation.New(conversation.Options{Budget: a.budget(conversation.Ask), Limits: a.Talk, Counter: a.counter, System: system(repairPrompt)})
	c.AddContext(a.failure(within, d, f, c.Budget()))
	var remedy Remedy
	found := a.exchange(ctx, within, d, c, remedySchema, event.ModelRefused{Phase: asked.Phase, Service: asked.Service, Field: asked.Field},
		func(text string) (known bool, value string, err error) {
			remedy, known, err = a.remedy(d, f, text)
			return known && err == nil, "", err
		})
	if !found {
		return Remedy{}, false
	}
	return remedy, true
}

// failure writes the question: what failed and how, the plan's fields that may be
// changed, what was tried, and the files that the log names.
func (a *Adviser) failure(ctx context.Context, d pipeline.Desk, f Failed, budget conversation.Budget) conversation.Context {
	var b strings.Builder
	b.WriteString(a.introduction(ctx, d, false))
	dir := f.Document.Metadata.Path
	fmt.Fprintf(&b, "The service in the folder %s failed. Stage: %s.\n", dir, f.Failure.Stage)
	b.WriteString(fence.Data("cause, and the line of the Dockerfile", conceal.Text(clip(f.Failure.Cause)+"\n"+clip(f.Failure.Text))) + "\n")
	b.WriteString("\nThe end of its log:\n" + fence.Data(logPath, strings.Join(shownLog(f.Failure.Log), "\n")) + "\n")
	b.WriteString("\nThe plan's fields that may be changed, with what they hold now:\n" + fence.Data("plan", changeable(f.Document)) + "\n")
	if len(f.Tried) > 0 {
		b.WriteString("\nTried already, and it did not help:\n" + fence.Data("tried", conceal.Text(strings.Join(f.Tried, "\n"))) + "\n")
	}
	if len(f.Known) > 0 {
		b.WriteString("\nIt has helped with failures like this in other projects, and may not fit here:\n" + fence.Data("known", conceal.Text(strings.Join(f.Known, "\n"))) + "\n")
	}
	b.WriteString("\nNames of files in " + dir + ":\n" + fence.Data("names", names(d, dir)) + "\n\nFiles:\n")
	out := conversation.Context{Before: b.String()}
	most := fileTokens * max(1, budget.Total()/conversation.Ask8K().Total())
	for _, at := range telling(d, f) {
		if text, ok := d.Scan.Reader.Folder(".").Text(at.name); ok {
			part := conversation.Head(a.counter, at.around(conceal.File(at.name, text), most), most)
			out.Blocks = append(out.Blocks, conversation.Block{Name: at.name, Text: fence.Data(at.name, part) + "\n"})
		}
	}
	return out
}

// told is a file that tells something, and the line from 1 at which the log says that it
// does; 0 where it says none.
type told struct {
	name string
	line int
}

// around is the text from a little before the line where its beginning, of at most so
// many tokens, would not hold it.
func (t told) around(text string, tokens int) string {
	const before, letters = 12, 2 // lines; the fewest that a token has in sources
	lines := strings.SplitAfter(text, "\n")
	if t.line > len(lines) || len(strings.Join(lines[:min(t.line+before, len(lines))], "")) < letters*tokens {
		return text
	}
	from := max(0, t.line-1-before)
	return fmt.Sprintf("… (from line %d)\n%s", from+1, strings.Join(lines[from:], ""))
}

// shownLog is what a model is shown of a log, its secrets hidden. A quotation is
// held against the same lines.
func shownLog(log []string) []string {
	out := make([]string, len(log))
	for i, line := range log {
		out[i] = clip(conceal.Text(line))
	}
	return out
}

// namedFile is what may be a file's name in a log, with the line that it names:
// /app/src/main.py:12, "main.py", line 12, ./server.js(3,4), index.php on line 7.
var namedFile = regexp.MustCompile(`([\w@./-]*[\w-]+\.[A-Za-z]\w{0,9})(?:(?::|\(|["']?,? (?:on )?line )(\d{1,7}))?`)

// anyLine is a line that is named apart from its file: ERROR 1064 at line 302.
var anyLine = regexp.MustCompile(`\bline (\d{1,7})\b`)

// telling lists the files worth reading, the first most: those that the log or the
// cause names, those that the evidence of the failing field stands in, the manifests of
// the service's folder, and what it is compiled by. A lock file that the log does not
// name says nothing that a manifest does not, and takes the room of all others.
func telling(d pipeline.Desk, f Failed) []told {
	const most = 8
	var out []told
	dir := f.Document.Metadata.Path
	add := func(name string, line int) {
		if len(out) < most && !slices.ContainsFunc(out, func(t told) bool { return t.name == name }) && slices.Contains(d.Scan.Index.Paths(), name) {
			out = append(out, told{name, line})
		}
	}
	var words []told
	called := map[string][]string{} // files of the project, by their names
	for _, line := range append([]string{f.Failure.Cause}, f.Failure.Log...) {
		named := namedFile.FindAllStringSubmatch(line, 20)
		for _, m := range named {
			at, _ := strconv.Atoi(m[2]) // seven digits at most
			if apart := anyLine.FindStringSubmatch(line); at == 0 && len(named) == 1 && apart != nil {
				at, _ = strconv.Atoi(apart[1])
			}
			word := strings.TrimLeft(m[1], "./")
			words = append(words, told{word, at})
			called[path.Base(word)] = nil
		}
	}
	for _, p := range d.Scan.Index.Paths() {
		if list, wanted := called[path.Base(p)]; wanted {
			called[path.Base(p)] = append(list, p)
		}
	}
	for _, word := range words {
		for _, p := range called[path.Base(word.name)] {
			below := dir != "." && strings.HasSuffix(word.name, "/"+strings.TrimPrefix(p, dir+"/"))
			if p == word.name || below || strings.HasSuffix(word.name, "/"+p) || strings.HasSuffix(p, "/"+word.name) {
				add(p, word.line)
			}
		}
	}
	for _, field := range []string{f.Failure.Field, "/runtime/command", "/build/build_commands"} {
		if e := f.Document.Behind(field); field != "" && e.Path != "" && !locks(e.Path) {
			add(e.Path, 0)
		}
	}
	for _, m := range append(slices.Clone(f.Document.Build.Manifests), "tsconfig.json") {
		if !locks(m) {
			add(strings.TrimPrefix(dir+"/"+m, "./"), 0)
			add(m, 0)
		}
	}
	return out
}

// locks says that a file is written by a tool from another.
func locks(name string) bool {
	lock, is := lockfile.Of(path.Base(name))
	return is && lock.Manifest != ""
}

// suggested is a remedy as a model writes it.
type suggested struct {
	Known *bool  `json:"known"`
	Why   string `json:"why"`
	Edits []struct {
		Field string   `json:"field"`
		Value []string `json:"value"`
		Path  string   `json:"path"`
		Quote string   `json:"quote"`
	} `json:"edits"`
}

// remedy takes an answer apart and holds it against the plan, the log and the
// repository. Known is false where the model says that it does not know.
func (a *Adviser) remedy(d pipeline.Desk, f Failed, text string) (r Remedy, known bool, err error) {
	var said suggested
	if err := json.Unmarshal([]byte(object(text)), &said); err != nil {
		return r, false, errors.New("it is not one JSON object of the form that was asked for")
	}
	if said.Known != nil && !*said.Known || said.Known == nil && len(said.Edits) == 0 {
		return r, false, nil
	}
	r.Why = strings.Join(strings.Fields(said.Why), " ")
	switch {
	case len(said.Edits) == 0 || len(said.Edits) > mostEdits:
		return r, false, fmt.Errorf("edits has 1 to %d objects; known is false where there is none", mostEdits)
	case r.Why == "" || len(r.Why) > mostWhy:
		return r, false, fmt.Errorf("why is one sentence of at most %d letters", mostWhy)
	}
	gate := gate{judge: judge{Desk: d, registry: a.Registry}, before: f.Document, status: f.Status}
	for _, one := range said.Edits {
		if len(one.Value) > mostValues {
			return r, false, fmt.Errorf("%s: a value has at most %d texts", one.Field, mostValues)
		}
		if one.Field == fileField {
			if err := gate.file(&r, f, one.Path, one.Quote, one.Value); err != nil {
				return r, false, fmt.Errorf("%s: %w", clip(one.Path), err)
			}
			continue
		}
		edit, err := gate.edit(one.Field, one.Value)
		if err != nil {
			return r, false, fmt.Errorf("%s: %w", clip(one.Field), err)
		}
		shows, err := shown(d, f, one.Path, one.Quote)
		if err != nil {
			return r, false, fmt.Errorf("%s: %w", clip(one.Field), err)
		}
		if edit.Field == healthcheckField && !serves(shows, one.Value[0]) {
			return r, false, fmt.Errorf("%s: no file is quoted with a line that holds %q", clip(one.Field), clip(one.Value[0]))
		}
		shows.Field, shows.Value = edit.Field, clip(strings.Join(one.Value, " "))
		shows.Source, shows.Rule, shows.Confidence = "model", "model.repair", Most
		r.Edits, r.Evidence = append(r.Edits, edit), append(r.Evidence, shows)
	}
	if len(r.Edits) == 0 {
		return r, true, nil
	}
	return r, true, gate.holds(r.Edits)
}

// shown looks up the line that shows the need: of a file, or of the log.
func shown(d pipeline.Desk, f Failed, file, quote string) (universalbuild.Evidence, error) {
	if file != logPath {
		e, err := quoted(d, "model.repair", file, quote)
		return universalbuild.Evidence{Path: e.Path, Line: e.Line, Excerpt: e.Excerpt}, err
	}
	quote = strings.TrimSpace(quote)
	for _, line := range shownLog(f.Failure.Log) {
		if len(quote) > 1 && strings.Contains(line, strings.TrimSuffix(quote, "…")) {
			return universalbuild.Evidence{Excerpt: strings.TrimSpace(line)}, nil
		}
	}
	return universalbuild.Evidence{}, fmt.Errorf("the log does not hold the text %q", clip(quote))
}
