package agent

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"aipack/backend/agent"
	keeping "aipack/backend/agent/session"
	"aipack/backend/base/event"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/tool"
	"aipack/backend/prove"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// temperature is that of an answer (ruling K-11).
const temperature = 0.1

// turn is one question while it is answered.
type turn struct {
	*Agent
	id           string
	run          *session.Run
	conversation string // "" before the first message of a new one
	question     string // "" goes on with the last one
	changes      bool   // files may be changed
	init         bool   // no model is asked: AIPACK.md is written
	compact      bool   // nothing is asked: what was said is summed up

	begun time.Time
	stop  context.CancelFunc
	ended chan struct{}
	feed  *page.Feed[Step]

	// Under the agent's lock.
	waiting *waiting // what is asked about; nil: nothing
	told    int      // batches
	steps   []Step   // all that were told of
}

// Step is what happens while a question is answered.
type Step struct {
	Kind  string `json:"kind"` // text, thinking, tool, completed, failed, note, asked, settled, summed
	Text  string `json:"text"` // of the answer on its way; a tool's arguments as JSON; what went wrong
	Tool  string `json:"tool,omitempty"`
	Asked *Asked `json:"asked,omitempty"`
}

// Batch is the event "agent": what happened since the one before.
type Batch struct {
	Turn         string `json:"turn"`
	Number       int    `json:"number"` // of the turn's batches, from 1
	Folder       string `json:"folder"`
	Conversation string `json:"conversation"` // "" before its first message
	Steps        []Step `json:"steps"`
	End          *End   `json:"end"` // with the last batch alone
}

// End is what came of a question.
type End struct {
	Question string        `json:"question"`
	Answer   string        `json:"answer"`   // Markdown
	Stopped  string        `json:"stopped"`  // why there is no whole answer, in words; "" where there is one
	Evidence []agent.Place `json:"evidence"` // what shows it
	Left     []string      `json:"left"`     // what the model was not shown for want of room
	Provider string        `json:"provider"`
	Model    string        `json:"model"`
	Prompt   int           `json:"prompt"` // tokens
	Written  int           `json:"written"`
	USD      float64       `json:"usd"`
	Priced   bool          `json:"priced"`
	Fault    *page.Fault   `json:"fault"`  // why the model could not be asked
	Unkept   string        `json:"unkept"` // why the conversation is not kept; "" where it is

	Window int                 `json:"window"` // of the model, in tokens, as far as it is used
	Holds  []conversation.Part `json:"holds"`  // what the next question would be sent with

	Changes  *keeping.Changes  `json:"changes"`  // of files; nil: none
	Commands []keeping.Command `json:"commands"` // that the model wished to run

	conversation string // in which it is kept; "" where it is not
}

func (t *turn) execute(ctx context.Context) {
	t.feed = page.NewFeed(func(steps []Step) { t.tell(steps, nil) })
	t.feed.Start()
	end := End{Question: t.question, Evidence: []agent.Place{}, Left: []string{}, Holds: []conversation.Part{}, Commands: []keeping.Command{}}
	defer func() {
		t.feed.Stop() // nobody else tells any more
		t.conversation = cmp.Or(end.conversation, t.conversation)
		t.mu.Lock()
		delete(t.turns, t.id)
		t.mu.Unlock()
		t.feed.Last(func(rest []Step) { t.tell(rest, &end) })
		close(t.ended)
	}()
	if err := t.answer(ctx, &end); err != nil && ctx.Err() == nil {
		said := page.FaultOf(err)
		end.Fault = &said
	}
	if ctx.Err() != nil {
		end.Stopped = "It was stopped."
	}
}

func (t *turn) tell(steps []Step, end *End) {
	if steps == nil {
		steps = []Step{}
	}
	t.mu.Lock()
	t.told++
	for _, s := range steps {
		if s.Kind == "settled" {
			t.settle()
		}
		if last := len(t.steps) - 1; last >= 0 && s.Kind == t.steps[last].Kind && (s.Kind == "text" || s.Kind == "thinking") {
			t.steps[last].Text += s.Text
			continue
		}
		t.steps = append(t.steps, s)
	}
	sent := Batch{t.id, t.told, t.run.Path(), t.conversation, steps, end}
	t.mu.Unlock()
	t.parts.Page.Emit("agent", sent)
}

// settle forgets what a change showed that was answered: only its path is told again. The
// lock is held.
func (t *turn) settle() {
	for i := range t.steps {
		t.steps[i].Asked = nil
	}
}

// answer lets the model answer. What it came to is in end, also with an error.
func (t *turn) answer(ctx context.Context, end *End) error {
	kept, err := t.kept()
	if err != nil {
		return err
	}
	defer func() {
		end.conversation, end.Changes = kept.id(), kept.changes()
		end.Unkept = kept.close()
	}()
	if t.init {
		return t.writeNotes(ctx, kept, end)
	}
	tree, err := t.run.OpenFolder()
	if err != nil {
		return err
	}
	defer tree.Close()
	client, err := t.model(ctx)
	if err != nil {
		return err
	}
	lent := t.lend(ctx, kept)
	defer func() { lent.Return(kept.id()) }()
	permissions, err := kept.permissions(t.lasted(kept.id()))
	if err != nil {
		return err
	}
	hands, done, err := t.hands(ctx, kept)
	if err != nil {
		return err
	}
	defer done()
	found, err := keeping.Notes(kept.db, tree)
	if err != nil {
		return err
	}
	shown, _ := keeping.Agreed(found)
	talk := agent.New(agent.Options{
		Notes:       shown,
		Permissions: permissions, Hands: hands, Others: t.others(kept, lent),
		Client: client, Window: catalogue.Window(client.Provider(), client.Model()), Repo: tree, Plans: t.run.CurrentDocuments(),
		Failures: t.failures(), Code: t.code(), Temperature: temperature, Tell: t.hear, Now: t.parts.Now, Keep: kept.keep(),
	})
	talk.Restore(kept.said)
	if t.compact {
		_, err := talk.Compact(ctx)
		return err
	}
	var a agent.Answer
	if t.question == "" {
		a, err = talk.Resume(ctx)
	} else {
		a, err = talk.Ask(ctx, t.question)
	}
	end.Answer, end.Stopped, end.Provider, end.Model = a.Text, a.Stopped, a.Provider, a.Model
	end.Evidence, end.Left = append(end.Evidence, a.Evidence...), append(end.Left, a.Left...)
	end.Commands = keeping.Commands(a.Commands)
	end.Window, end.Holds = a.Window, append(end.Holds, a.Holds...)
	end.Prompt, end.Written = a.Usage.Prompt, a.Usage.Completion
	end.USD, end.Priced = gateway.Price(a.Provider, a.Model, a.Usage)
	return err
}

// patience is how long the first look at the code waits for its graph: what was read
// before is there at once, and a large project is read while the model looks elsewhere.
const patience = 3 * time.Second

// code is the graph of the code as it is known.
func (t *turn) code() func() tool.Code {
	var first sync.Once
	return func() tool.Code {
		var within time.Duration
		first.Do(func() { within = patience })
		return tool.Code{Graph: t.parts.Graph(t.run.ID(), within)}
	}
}

// model opens the one of the settings.
func (t *turn) model(ctx context.Context) (llm.Client, error) {
	terms := gateway.Preferred(t.parts.Preferences())
	terms.Scenario, terms.Tell, terms.Now, terms.Verify = "ask", t.hear, t.parts.Now, true
	terms.Turn = t.parts.Preferences().MaxTurnTokens
	terms.Near = func(text string) { t.feed.Add(Step{Kind: "note", Text: text}) }
	terms.Books, terms.Unbooked = t.parts.Books, t.parts.Page.Unsaved
	client, choice, err := t.parts.Gateway.Open(ctx, terms)
	if err == nil && client == nil {
		err = choice.Unready()
	}
	return client, err
}

// failures are those of the newest proofs of the run's services, where they stand.
func (t *turn) failures() []agent.Failure {
	if t.parts.Store.DB == nil {
		return nil
	}
	proofs, err := t.parts.Store.Proofs(t.run.ID())
	if err != nil {
		return nil
	}
	var reports []*prove.Report
	seen := map[string]bool{}
	for _, p := range proofs { // newest first
		if seen[p.Service] || p.Verdict == "running" || p.Verdict == "stopped" || p.Verdict == "not_built" {
			continue
		}
		seen[p.Service] = true
		text, err := t.parts.Store.Report(p.ID)
		if err != nil {
			continue
		}
		if r, err := prove.ParseReport(text); err == nil {
			reports = append(reports, r)
		}
	}
	return agent.Failures(reports)
}

// hear takes what happens while the model works. It may be called from several
// goroutines at once.
func (t *turn) hear(e event.Event) {
	switch e := e.(type) {
	case event.LLMDelta:
		if e.Text != "" {
			t.feed.Add(Step{Kind: "text", Text: e.Text})
			t.feed.Soon()
		}
		if e.Thinking != "" {
			t.feed.Add(Step{Kind: "thinking", Text: e.Thinking})
		}
	case event.ToolStarted:
		t.feed.Add(Step{Kind: "tool", Tool: e.Tool, Text: e.Args})
		t.feed.Soon()
	case event.ToolCompleted:
		t.feed.Add(Step{Kind: "completed", Tool: e.Tool})
	case event.ToolFailed:
		t.feed.Add(Step{Kind: "failed", Tool: e.Tool, Text: e.Problem})
	case event.ContextCompacted:
		t.feed.Add(Step{Kind: "summed", Text: fmt.Sprintf("%d older messages were summed up to make room: %d tokens became %d.", e.Messages, e.TokensBefore, e.TokensAfter)})
	case event.LoopNoticed:
		t.feed.Add(Step{Kind: "note", Text: "The model repeats itself: " + e.Evidence})
	case event.ProviderSwitched:
		t.feed.Add(Step{Kind: "note", Text: e.To + " is asked in place of " + e.From + ": " + e.Reason})
	case event.LLMFailed:
		if e.WillRetry {
			t.feed.Add(Step{Kind: "note", Text: "Asked again: " + e.Problem})
		}
	case event.ModelChosen:
		t.feed.Add(Step{Kind: "note", Text: e.Reason})
	}
}
