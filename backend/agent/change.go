package agent

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/command"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/code/codecheck"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
	"aipack/backend/secret/conceal"
)

//go:embed change.md
var changePrompt string

// Hands are what a conversation changes files with.
type Hands struct {
	Desk *checkpoint.Desk

	// Reader reads the sources of a change, to see what it would make wrong. nil: nobody looks.
	Reader codecheck.Reader

	// Approve shows a change to the user and gives what they say. nil: nobody is there to
	// be asked, and what would have to be asked is denied.
	Approve func(ctx context.Context, c edit.Change, d permission.Decision) Approval

	Session func() string // in which conversation the changes are made

	Commands *Commands // what commands are run with; nil: none are
}

// Approval is what a user says to a change.
type Approval struct {
	Answer permission.Answer
	Word   string // for the model, where it is refused; may be ""
	After  []byte // what the user made of it; nil: it is as it was shown
}

// Status is what became of a model's wish: of a file that it would change, of a command
// that it would run.
type Status string

// What may become of a wish beside the kinds of a change.
const (
	Refused Status = "refused" // by the user
	Denied  Status = "denied"  // by the rules, or for want of somebody to ask
)

// File is a file that a model wished to change.
type File struct {
	Path   string `json:"path"`
	Status Status `json:"status"` // created, changed, deleted, refused or denied
}

// change answers a call that would change a file. What happens is told without the text of
// the change, which is shown where it is asked about.
func (l *lookout) change(ctx context.Context, call llm.ToolCall) (r tool.Result) {
	r = tool.Result{Tool: call.Name, Arguments: call.Arguments}
	request, err := edit.Parse(call.Name, call.Arguments)
	about, _ := json.Marshal(map[string]string{"path": request.Path}) // texts can be written
	l.tell(event.ToolStarted{Tool: call.Name, Args: string(about)})
	defer func() {
		if err != nil {
			l.tell(event.ToolFailed{Tool: call.Name, Problem: conceal.Text(err.Error())})
			return
		}
		l.tell(event.ToolCompleted{Tool: call.Name, Success: true, Bytes: len(r.Text)})
	}()
	if err != nil {
		return failing(r, err, true)
	}
	decision, err := l.decided(request)
	if err != nil {
		return failing(r, err, true)
	}
	c, err := l.prepared(request)
	if err == nil {
		c, err = l.checked(ctx, c)
	}
	if err != nil {
		return failing(r, err, false) // what is there is another thing than it thought: it may look again
	}
	made, err := l.settled(ctx, c, decision)
	if err != nil {
		return failing(r, err, fault.CodeOf(err) != fault.EditConflict)
	}
	if made.altered {
		l.seen.Forget(c.Path)
		made.word = "the user altered the change: read the file again before you go on with it"
	} else if made.status != Refused {
		l.seen.Applied(c)
	}
	out := map[string]string{"path": c.Path, "status": string(made.status), "user": made.word, "note": c.Note}
	if made.status != Refused && !made.altered {
		out["problems"] = strings.Join(c.Problems, "\n")
	}
	return said(r, out)
}

// decided holds a wish against the rules.
func (l *lookout) decided(request edit.Request) (permission.Decision, error) {
	category := permission.Write
	if request.Tool == edit.Delete {
		category = permission.Delete
	}
	d := l.rules.Decide(permission.Action{Category: category, What: request.Path})
	if d.Level > permission.Ask {
		l.note(request.Path, Denied)
		return d, &fault.Fault{Code: fault.PermissionDenied, Message: request.Path + " may not be changed: " + d.Why, Hint: "go on without it"}
	}
	return d, nil
}

// settlement is what became of a change.
type settlement struct {
	status  Status
	word    string // the user's, where they refused it
	altered bool   // the user made something else of it
}

// settled asks about a change, where the rules say so, and makes it.
func (l *lookout) settled(ctx context.Context, c edit.Change, decision permission.Decision) (settlement, error) {
	approval, asked := l.ask(ctx, c, decision)
	switch {
	case ctx.Err() != nil:
		return settlement{}, &fault.Fault{Code: fault.Canceled, Message: "the turn was stopped before the user answered; nothing was changed", Hint: "ask again if it is still wanted"}
	case !asked:
		l.note(c.Path, Denied)
		return settlement{status: Denied}, &fault.Fault{
			Code: fault.PermissionDenied, Message: "nobody is there to approve the change of " + c.Path,
			Hint: "say in your answer what would have to be changed",
		}
	case approval.Answer == permission.Refused:
		l.note(c.Path, Refused)
		return settlement{status: Refused, word: approval.Word}, nil
	}
	return l.apply(c, approval)
}

// prepared makes the change of a wish, of the file as it is now.
func (l *lookout) prepared(request edit.Request) (edit.Change, error) {
	if err := edit.Check(request); err != nil {
		return edit.Change{}, err
	}
	now, err := l.hands.Desk.Read(request.Path)
	if err != nil {
		return edit.Change{}, err
	}
	return edit.Prepare(&l.seen, request, now)
}

// ask asks the user, where the rules say so. asked is false where nobody could be.
func (l *lookout) ask(ctx context.Context, c edit.Change, d permission.Decision) (a Approval, asked bool) {
	started := c.Starts()
	if started != "" { // it is asked about every time: a rule would be for what it runs one day, too
		d = permission.Decision{Level: permission.Ask, What: c.Path, Why: "other programs run it by themselves: " + started}
		c.Problems = append([]string{d.Why}, c.Problems...)
	}
	if d.Level == permission.Allow && !c.Unparsed { // a rule allows changes, not damage
		return Approval{}, true
	}
	if l.hands.Approve == nil {
		return Approval{}, false
	}
	a = l.hands.Approve(ctx, c, d)
	if rules, err := l.rules.With(d.Saves(a.Answer)...); err == nil {
		l.rules = rules
	}
	return a, true
}

// apply makes an approved change.
func (l *lookout) apply(c edit.Change, approval Approval) (settlement, error) {
	altered := approval.After != nil && c.After != nil
	if altered {
		c.After = approval.After
	}
	where := checkpoint.Where{Message: int(l.message.Load())}
	if l.hands.Session != nil {
		where.Session = l.hands.Session()
	}
	if _, err := l.hands.Desk.Apply(c, where); err != nil {
		return settlement{}, err
	}
	l.news++
	l.note(c.Path, Status(c.Kind()))
	return settlement{status: Status(c.Kind()), altered: altered}, nil
}

// note remembers what became of a file; the last word counts.
func (l *lookout) note(file string, s Status) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.files, func(f File) bool { return f.Path == file }); i >= 0 {
		was := l.files[i].Status
		if made := was != Refused && was != Denied; made && (s == Refused || s == Denied) {
			return // an earlier change of it stands
		} else if was == Status(edit.Created) && s == Status(edit.Changed) {
			return
		}
		l.files[i].Status = s
		return
	}
	l.files = append(l.files, File{file, s})
}

// look remembers what an answer shows of files, as the model reads it.
func (l *lookout) look(call llm.ToolCall, r tool.Result) {
	if l.hands == nil {
		return
	}
	if l.hide != nil {
		r.Text = l.hide(call, r.Text)
	}
	for _, t := range r.Texts() {
		if now, err := l.hands.Desk.Read(t.Path); err == nil && now != nil {
			l.seen.Show(t.Path, now, t.First, t.Content)
		}
	}
}

// failing is an answer that says what went wrong. counted says that it counts as a
// failure of the tool, three of which end a turn.
func failing(r tool.Result, err error, counted bool) tool.Result {
	out := map[string]string{"error": err.Error()}
	var f *fault.Fault
	if errors.As(err, &f) {
		out["code"], out["fix"] = string(f.Code), f.Hint
	}
	r = said(r, out)
	r.Failed = counted
	return r
}

// said is an answer of a few words.
func said(r tool.Result, words map[string]string) tool.Result {
	for name, v := range words {
		if v == "" {
			delete(words, name)
		}
	}
	text, err := json.Marshal(words)
	if err != nil { // texts can always be written
		text = fmt.Appendf(nil, "%q", err.Error())
	}
	r.Text = string(text)
	return r
}

// definitions are the tools that a model is told of.
func (l *lookout) definitions() []llm.ToolDefinition {
	return append(append(l.System.Definitions(), l.hands.definitions(l.rules)...), abouts(l.others)...)
}

// definitions are the tools that change files and run commands.
func (h *Hands) definitions(rules permission.Rules) []llm.ToolDefinition {
	if h == nil {
		return nil
	}
	out := append(edit.Definitions(), todoDefinition())
	if h.runs(rules) {
		out = append(out, command.Definitions(h.Commands.Runner.Place())...)
	}
	return out
}

// changes reports whether a call is one of the tools that change files.
func (l *lookout) changes(call llm.ToolCall) bool {
	return l.hands != nil && slices.ContainsFunc(edit.Definitions(), func(d llm.ToolDefinition) bool { return d.Name == call.Name })
}

var _ conversation.Tools = (*lookout)(nil)
