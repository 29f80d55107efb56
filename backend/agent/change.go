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
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/base/fault"
	"aipack/backend/code/codecheck"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
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
}

// Approval is what a user says to a change.
type Approval struct {
	Answer permission.Answer
	Word   string // for the model, where it is refused; may be ""
	After  []byte // what the user made of it; nil: it is as it was shown
}

// Status is what became of a file that a model wished to change.
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

// change answers a call that would change a file.
func (l *lookout) change(ctx context.Context, call llm.ToolCall) tool.Result {
	r := tool.Result{Tool: call.Name, Arguments: call.Arguments}
	request, err := edit.Parse(call.Name, call.Arguments)
	if err != nil {
		return failing(r, err, true)
	}
	category := permission.Write
	if request.Tool == edit.Delete {
		category = permission.Delete
	}
	decision := l.rules.Decide(permission.Action{Category: category, What: request.Path})
	if decision.Level > permission.Ask {
		l.note(request.Path, Denied)
		return failing(r, &fault.Fault{Code: fault.PermissionDenied, Message: request.Path + " may not be changed: " + decision.Why, Hint: "go on without it"}, true)
	}
	c, err := l.prepared(request)
	if err == nil {
		c, err = l.checked(ctx, c)
	}
	if err != nil {
		return failing(r, err, false) // what is there is another thing than it thought: it may look again
	}
	approval, asked := l.ask(ctx, c, decision)
	switch {
	case ctx.Err() != nil:
		return failing(r, &fault.Fault{Code: fault.Canceled, Message: "the turn was stopped before the user answered; nothing was changed", Hint: "wish it again if it is still wanted"}, true)
	case !asked:
		l.note(c.Path, Denied)
		return failing(r, &fault.Fault{Code: fault.PermissionDenied, Message: "nobody is there to approve the change of " + c.Path, Hint: "say in your answer what would have to be changed"}, true)
	case approval.Answer == permission.Refused:
		l.note(c.Path, Refused)
		return said(r, map[string]string{"path": c.Path, "status": string(Refused), "user": approval.Word})
	}
	return l.apply(r, c, approval)
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
func (l *lookout) apply(r tool.Result, c edit.Change, approval Approval) tool.Result {
	altered := approval.After != nil && c.After != nil
	if altered {
		c.After = approval.After
	}
	where := checkpoint.Where{Message: int(l.message.Load())}
	if l.hands.Session != nil {
		where.Session = l.hands.Session()
	}
	if _, err := l.hands.Desk.Apply(c, where); err != nil {
		return failing(r, err, fault.CodeOf(err) != fault.EditConflict)
	}
	l.note(c.Path, Status(c.Kind()))
	out := map[string]string{"path": c.Path, "status": string(c.Kind()), "note": c.Note}
	if len(c.Problems) > 0 && !altered {
		out["problems"] = strings.Join(c.Problems, "\n")
	}
	if altered {
		l.seen.Forget(c.Path)
		out["user"] = "the user altered the change: read the file again before you go on with it"
	} else {
		l.seen.Applied(c)
	}
	return said(r, out)
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
	out := l.System.Definitions()
	if l.hands != nil {
		out = append(out, edit.Definitions()...)
	}
	return out
}

// changes reports whether a call is one of the tools that change files.
func (l *lookout) changes(call llm.ToolCall) bool {
	return l.hands != nil && slices.ContainsFunc(edit.Definitions(), func(d llm.ToolDefinition) bool { return d.Name == call.Name })
}

var _ conversation.Tools = (*lookout)(nil)
