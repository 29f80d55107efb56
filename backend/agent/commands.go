package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/agent/command"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/base/plural"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
	"aipack/backend/prove/sandbox"
	"aipack/backend/secret/conceal"
)

// Commands are what a conversation runs commands with.
type Commands struct {
	Runner *command.Runner

	// Approve shows a command to the user and gives what they say. nil: nobody is there to
	// be asked, and what would have to be asked is denied.
	Approve func(ctx context.Context, w Wish, d permission.Decision) Approval

	Tests []string // how the project's tests usually run: "`npm test`, in apps/api"; none: that is not known
}

// Close ends the commands that still run.
func (c *Commands) Close() {
	if c != nil {
		c.Runner.Close()
	}
}

// Wish is a command that a model wishes to run.
type Wish struct {
	Line       string
	Where      string // "in a container of node:22, without network"
	Contained  bool   // that is walled off from this computer
	Network    bool   // it would reach the network
	Background bool
}

// What may be decided on a command, beside Refused and Denied.
const (
	Allowed  Status = "allowed"  // by the rules
	Approved Status = "approved" // by the user
)

// Ran is a command that a model wished to run.
type Ran struct {
	Command  string `json:"command"`
	Decision Status `json:"decision"` // allowed, approved, refused or denied
	Exit     *int   `json:"exit"`     // its code; null where it did not end by itself

	Output []string `json:"-"` // the end of what it printed, as far as it was asked for, without secrets
	id     string   // of one in the background
}

// runs reports whether commands are offered.
func (h *Hands) runs(rules permission.Rules) bool {
	return h != nil && h.Commands != nil && !rules.Hides(permission.Command)
}

// said is what a model is told of commands before it begins.
func (h *Hands) said(rules permission.Rules) string {
	if !h.runs(rules) {
		return "Nothing is run."
	}
	tests := ""
	if len(h.Commands.Tests) > 0 {
		tests = " Such projects' tests usually run with " + strings.Join(h.Commands.Tests, ", or ") + "."
	}
	if h.Commands.Runner.Place().Contained() {
		tests += " No .git is in it."
	}
	return "Commands run on a copy of the project, without its files of credentials, " + h.Commands.Runner.Place().Said(false) +
		"; run the project's tests after a change where there are some, and say so where you could not." + tests
}

// commands reports whether a call is one of the tools that run commands.
func (l *lookout) commands(call llm.ToolCall) bool {
	return l.hands.runs(l.rules) && slices.Contains(command.Tools(), call.Name)
}

// command answers a call that runs a command or asks about one. That a command fails is a
// result, and no failure of the tool.
func (l *lookout) command(ctx context.Context, call llm.ToolCall) (r tool.Result) {
	r = tool.Result{Tool: call.Name, Arguments: call.Arguments}
	q, err := command.Parse(call.Name, call.Arguments)
	if err != nil {
		return failing(r, err, true)
	}
	l.tell(event.ToolStarted{Tool: call.Name, Args: l.hidden(call, call.Arguments)})
	defer func() { l.tell(event.ToolCompleted{Tool: call.Name, Success: !r.Failed, Bytes: len(r.Text)}) }()
	runner := l.hands.Commands.Runner
	var report command.Report
	switch q.Tool {
	case command.Output:
		report, err = runner.Output(ctx, q.ID)
	case command.Kill:
		report, err = runner.Kill(q.ID)
	default:
		decision, refusal := l.allowed(ctx, q)
		at := l.noteCommand(call.ID, Ran{Command: q.Line, Decision: decision})
		switch {
		case refusal != nil:
			return failing(r, refusal, decision == Denied && l.hands.Commands.Approve != nil) // who asks another thing may be answered
		case q.Background:
			report, err = runner.Start(q)
			l.runsAs(at, report.ID)
		default:
			report = runner.Run(ctx, q)
			l.endedAt(at, report)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return failing(r, err, true)
	}
	return l.told(ctx, r, report)
}

// allowed holds a command against the rules, and asks where they say so. The error says
// why it is not to run.
func (l *lookout) allowed(ctx context.Context, q command.Request) (Status, error) {
	place, refused := l.hands.Commands.Runner.Place(), func(message, hint string) error {
		return &fault.Fault{Code: fault.PermissionDenied, Message: message, Hint: hint}
	}
	d := l.rules.Decide(permission.Action{Category: permission.Command, What: q.Line})
	if q.Network && d.Level <= permission.Ask {
		if n := l.rules.Decide(permission.Action{Category: permission.Network, What: "*"}); n.Level >= permission.Ask {
			d = permission.Decision{Level: n.Level, What: q.Line, Why: "it would reach the network: " + n.Why} // no rule about commands allows that
		}
	}
	if !place.Contained() && d.Level <= permission.Ask {
		d = permission.Decision{Level: permission.Ask, What: q.Line, Why: "it would run on this computer, and that is asked every time"}
	}
	switch {
	case d.Level > permission.Ask:
		return Denied, refused("this command may not be run: "+d.Why, "go on without it")
	case d.Level == permission.Allow:
		return Allowed, nil
	case l.hands.Commands.Approve == nil:
		return Denied, refused("nobody is there to approve a command", "go on without, and say in your answer what should be run")
	}
	w := Wish{Line: q.Line, Where: place.Said(q.Network), Contained: place.Contained(), Network: q.Network, Background: q.Background}
	a := l.hands.Commands.Approve(ctx, w, d)
	switch {
	case ctx.Err() != nil:
		return Refused, &fault.Fault{
			Code: fault.Canceled, Message: "the turn was stopped before the user answered; nothing was run",
			Hint: "ask again if it is still wanted",
		}
	case a.Answer == permission.Refused:
		return Refused, refused(strings.TrimSpace("the user has refused it. "+a.Word), "do not try it again in another way")
	}
	if rules, err := l.rules.With(d.Saves(a.Answer)...); err == nil {
		l.rules = rules
	}
	return Approved, nil
}

// hidden is a text about a call without the secrets in it.
func (l *lookout) hidden(call llm.ToolCall, text string) string {
	if l.hide != nil {
		return l.hide(call, text)
	}
	return conceal.Text(text)
}

// noteCommand remembers a command and gives its place.
func (l *lookout) noteCommand(call string, r Ran) int {
	l.rule(call, r.Decision)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ran = append(l.ran, r)
	return len(l.ran) - 1
}

// rule remembers what was decided on a call.
func (l *lookout) rule(call string, decision Status) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ruled == nil {
		l.ruled = map[string]Status{}
	}
	l.ruled[call] = decision
}

// decisionOn is what was decided on a call that runs a command or is another program's; "" for
// any other.
func (l *lookout) decisionOn(call string) Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ruled[call]
}

// runsAs remembers the id of a command in the background.
func (l *lookout) runsAs(at int, id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ran[at].id = id
}

// endedAt remembers how a command has ended.
func (l *lookout) endedAt(at int, report command.Report) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if report.State == command.Ended {
		l.ran[at].Exit = &report.Exit
	}
	for _, line := range report.Output {
		l.ran[at].Output = append(l.ran[at].Output, conceal.Text(line))
	}
	l.ran[at].Output = l.ran[at].Output[max(0, len(l.ran[at].Output)-mostShown):]
}

// mostShown is how many lines of a command's output the user is shown.
const mostShown = 200

// result is what a model is told of a command.
type result struct {
	ID     string   `json:"bash_id,omitempty"`
	State  string   `json:"state,omitempty"` // where it has not ended by itself
	Exit   *int     `json:"exit,omitempty"`
	Output string   `json:"output"`
	Files  []edited `json:"files,omitempty"` // that it changed, and what became of that
	Notes  []string `json:"notes,omitempty"`
}

type edited struct {
	Path     string   `json:"path"`
	Status   string   `json:"status"`
	User     string   `json:"user,omitempty"`
	Problems []string `json:"problems,omitempty"`
}

// told says what a command came to. The files that it changed are asked about first.
func (l *lookout) told(ctx context.Context, r tool.Result, report command.Report) tool.Result {
	if report.State == command.Failed {
		r = failing(r, report.Err, fault.CodeOf(report.Err) != fault.BuildFailed) // what it changes may mend that
		return r
	}
	out := result{ID: report.ID, State: string(report.State), Output: strings.Join(report.Output, "\n")}
	if report.State == command.Ended {
		out.State, out.Exit = "", &report.Exit
	}
	if report.ID != "" && (report.State != command.Running || out.Output != "") {
		l.news++
		l.mu.Lock()
		at := slices.IndexFunc(l.ran, func(ran Ran) bool { return ran.id == report.ID })
		l.mu.Unlock()
		if at >= 0 {
			l.endedAt(at, report)
		}
	}
	var err error
	if out.Files, out.Notes, err = l.keepFiles(ctx, report.Files); err != nil {
		return failing(r, err, true)
	}
	if report.Left > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d further files that it changed are lost: too many, too large, or links", report.Left))
	}
	r.Text = tool.JSON(out)
	return r
}

// mostKept is how many files a user is asked about after one command.
const mostKept = 40

// keepFiles asks about the files that a command changed, and writes those that the user
// agrees to. What is no file of the project's own is left where it is.
func (l *lookout) keepFiles(ctx context.Context, files []sandbox.File) (out []edited, notes []string, err error) {
	files, left, err := command.Counting(ctx, l.hands.Desk.Folder(), files)
	if err != nil {
		return nil, nil, fmt.Errorf("looking at what the command changed: %w", err)
	}
	if left > 0 {
		notes = append(notes, plural.Of(left, "file that tools make again, or that git ignores, stays", "files that tools make again, or that git ignores, stay")+" in the copy")
	}
	if len(files) > mostKept {
		return nil, append(notes, fmt.Sprintf("it changed %d files, and none is kept: at most %d are, so that the user can look at each", len(files), mostKept)), nil
	}
	for _, f := range files {
		if ctx.Err() != nil {
			return out, notes, ctx.Err()
		}
		if one, changed := l.keepFile(ctx, f); changed {
			out = append(out, one)
		}
	}
	return out, notes, nil
}

// keepFile asks about one file. changed is false where it is as it was.
func (l *lookout) keepFile(ctx context.Context, f sandbox.File) (out edited, changed bool) {
	out = edited{Path: f.Path}
	failed := func(err error) (edited, bool) {
		out.Status, out.User = "not kept", err.Error()
		return out, true
	}
	wish := edit.Request{Tool: edit.Write, Path: f.Path, Content: string(f.Content)}
	if f.Content == nil {
		wish.Tool = edit.Delete
	}
	now, err := l.hands.Desk.Read(f.Path)
	switch {
	case err != nil:
		return failed(err)
	case now == nil && f.Content == nil, now != nil && f.Content != nil && string(now) == string(f.Content):
		return out, false
	}
	if err := edit.Check(wish); err != nil {
		return failed(err)
	}
	decision, err := l.decided(wish)
	if err != nil {
		return failed(err)
	}
	c, err := l.checked(ctx, edit.Change{Path: f.Path, Before: now, After: f.Content, Note: "by the command"})
	if err != nil {
		return failed(err)
	}
	made, err := l.settled(ctx, c, decision)
	if err != nil {
		return failed(err)
	}
	if made.status != Refused && !made.altered {
		out.Problems = c.Problems
	}
	l.seen.Forget(f.Path) // the model has not seen what the command made of it
	out.Status, out.User = string(made.status), made.word
	return out, true
}
