package tool

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/detect/validate"
	"aipack/backend/language"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/repo"
	"aipack/backend/secret/conceal"
	"aipack/backend/universalbuild"
)

// Options are what a session of tools works with.
type Options struct {
	Repo     *repo.Tree
	Registry *language.Registry
	// Check says what is wrong with a document. nil: the validator is asked,
	// with the repository's files as it finds them.
	Check  func(universalbuild.UniversalBuild) []validate.Problem
	Limits Limits                                                 // zero fields are those of Narrow
	Sink   func(event.Event)                                      // is told of every call, in its order; nil: nobody listens
	Now    func() time.Time                                       // nil: time.Now
	Mode   Mode                                                   // says which tools are offered
	Code   func() Code                                            // the graph of the code as it is now; nil: the tools that need it are not offered
	Accept func(universalbuild.UniversalBuild) []validate.Problem // a further condition of a submission; nil for none
	Hide   func(call llm.ToolCall, text string) string            // takes the secrets out of an answer that the sink is shown; nil: it is shown none

	// Room is how many tokens the tools' definitions may take, counted by Counter;
	// 0 for any. Where they need more the least needed are not offered.
	Room    int
	Counter conversation.Counter
}

// Result is the outcome of one call.
type Result struct {
	Tool      string   // the tool's own name, "" where there is none of that name
	Text      string   // for the model
	Failed    bool     // the tool could not answer; Text says why and what to do
	Cached    bool     // the same call was answered before
	Truncated bool     // there is more than Text says
	Repaired  bool     // the arguments were not as they should be, and were understood
	Cut       bool     // the arguments end before they are complete: nothing was done
	Arguments string   // the call's arguments as the tool took them, the same for the same question; "" where it could not
	Read      []string // the files whose content Text shows
	Bytes     int      // length of Text
	Duration  time.Duration

	late bool // the time of a call ran out: another try may bring more
}

// Stats is what one tool did in a session.
type Stats struct {
	Tool     string        `json:"tool"`
	Calls    int           `json:"calls"`
	Failures int           `json:"failures"`
	Cached   int           `json:"cached"`
	Repaired int           `json:"repaired"`
	Bytes    int64         `json:"bytes"` // of the answers
	Duration time.Duration `json:"duration_ns"`
}

// System is the tools of one session: registry, executor and cache. It is safe
// for concurrent use. What is kept is gone with it.
type System struct {
	registry registry
	executor executor
	cache    cache
	sink     func(event.Event)
	now      func() time.Time
	hide     func(call llm.ToolCall, text string) string

	mu        sync.Mutex
	stats     map[string]*Stats
	submitted []universalbuild.UniversalBuild
}

// New makes the tools of one session.
func New(o Options) *System {
	limits := o.Limits.Or(Narrow())
	s := &System{
		registry: offer(o, limits),
		sink:     o.Sink,
		now:      o.Now,
		hide:     o.Hide,
		stats:    map[string]*Stats{},
	}
	if s.sink == nil {
		s.sink = func(event.Event) {}
	}
	if s.now == nil {
		s.now = time.Now
	}
	judge := &judge{repo: o.Repo, check: o.Check, accept: o.Accept}
	s.executor = executor{room{
		repo: o.Repo, registry: o.Registry, limits: limits, veil: &concealer{repo: o.Repo}, code: o.Code, judge: judge.problems, accept: s.accept,
	}}
	return s
}

// Definitions tells a model about the tools, always in the same order and the
// same words, so that the prefix of a conversation stays the same.
func (s *System) Definitions() []llm.ToolDefinition { return s.registry.definitions() }

// IsTerminal reports whether a call of this name ends the conversation, unless
// it fails.
func (s *System) IsTerminal(name string) bool {
	t, _ := s.registry.find(name)
	return t != nil && t.Terminal
}

// Execute answers one call. Whatever a model writes, it gives a result and
// never panics; only a ctx that is done makes an answer that is not kept.
func (s *System) Execute(ctx context.Context, call llm.ToolCall) Result {
	start := s.now()
	t, renamed := s.registry.find(call.Name)
	if t == nil {
		s.sink(event.ToolStarted{Tool: short(call.Name), Args: s.told(call, argsText(call.Arguments))})
		r := failure(s.registry.unknown(call.Name), "")
		return s.done(start, short(call.Name), call, r)
	}
	args, err := t.arguments(call.Arguments)
	if err != nil {
		s.sink(event.ToolStarted{Tool: t.Name, Args: s.told(call, argsText(call.Arguments))})
		r := failure(explain(err))
		r.Tool, r.Cut = t.Name, args.cut
		return s.done(start, t.Name, call, r)
	}
	s.sink(event.ToolStarted{Tool: t.Name, Args: s.told(call, argsText(string(args.canonical)))})
	r := s.answer(ctx, &t.Tool, args.canonical)
	r.Text, r.Arguments = withNotes(r.Text, args.notes), string(args.canonical)
	r.Tool, r.Repaired = t.Name, args.repaired || renamed
	return s.done(start, t.Name, call, r)
}

// answer runs a tool, or gives what it said before where nothing has changed since.
func (s *System) answer(ctx context.Context, t *Tool, args json.RawMessage) Result {
	if t.Fresh {
		return s.executor.run(ctx, t, args)
	}
	key := t.Name + "\n" + string(args)
	within, cancel := context.WithTimeout(ctx, s.executor.room.limits.Time)
	stamp := s.executor.room.stamp(within, args)
	cancel()
	r, known := s.cache.get(key, stamp)
	if known {
		r.Cached = true
		return r
	}
	if r = s.executor.run(ctx, t, args); !r.late && ctx.Err() == nil {
		s.cache.put(key, stamp, r)
	}
	return r
}

// told is a text about a call as the sink may keep it.
func (s *System) told(call llm.ToolCall, text string) string {
	if s.hide != nil {
		return s.hide(call, text)
	}
	return conceal.Text(text)
}

// done counts a call and tells of it.
func (s *System) done(start time.Time, name string, call llm.ToolCall, r Result) Result {
	r.Bytes, r.Duration = len(r.Text), s.now().Sub(start)
	s.count(r)
	switch {
	case r.Failed:
		s.sink(event.ToolFailed{Tool: name, Problem: s.told(call, problemOf(r.Text))})
	case r.Cached:
		s.sink(event.ToolCached{Tool: name})
	default:
		shown, left := s.shown(call, r.Text)
		s.sink(event.ToolCompleted{
			Tool: name, Success: true, Bytes: r.Bytes, Truncated: r.Truncated, DurationMS: r.Duration.Milliseconds(),
			Shown: shown, Left: left,
		})
	}
	return r
}

func (s *System) count(r Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.stats[r.Tool]
	if st == nil {
		st = &Stats{Tool: cmp.Or(r.Tool, "unknown")}
		s.stats[r.Tool] = st
	}
	st.Calls++
	st.Bytes += int64(r.Bytes)
	st.Duration += r.Duration
	for _, c := range []struct {
		is bool
		n  *int
	}{{r.Failed, &st.Failures}, {r.Cached, &st.Cached}, {r.Repaired, &st.Repaired}} {
		if c.is {
			*c.n++
		}
	}
}

// CacheStats counts what the session's cache did.
func (s *System) CacheStats() event.CacheStats { return s.cache.stats() }

// Stats says what each tool that was called did, by name. Calls of no tool
// count as "unknown".
func (s *System) Stats() []Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Stats, 0, len(s.stats))
	for _, st := range s.stats {
		out = append(out, *st)
	}
	slices.SortFunc(out, func(a, b Stats) int { return cmp.Compare(a.Tool, b.Tool) })
	return out
}

// Submitted gives the documents of the submission that was accepted, nil
// before there is one. A later one replaces it.
func (s *System) Submitted() []universalbuild.UniversalBuild {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.submitted)
}

func (s *System) accept(docs []universalbuild.UniversalBuild) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.submitted = docs
}

// argsText gives a call's arguments as JSON, whatever they are.
func argsText(raw string) string {
	const most = 4 << 10
	if len(raw) <= most && json.Valid([]byte(raw)) {
		return raw
	}
	quoted, err := json.Marshal(clip(raw, most))
	if err != nil { // a string can always be written
		return `""`
	}
	return string(quoted)
}

// Canonical gives a call's tool and arguments as the tool would take them:
// repaired, bent to their types, with defaults. It calls nothing. The name is
// "" where there is no such tool.
func (s *System) Canonical(call llm.ToolCall) (name string, args map[string]any, err error) {
	t, _ := s.registry.find(call.Name)
	if t == nil {
		return "", nil, refuse(s.registry.unknown(call.Name), "")
	}
	read, err := t.arguments(call.Arguments)
	if err != nil {
		return t.Name, nil, err
	}
	return t.Name, args, json.Unmarshal(read.canonical, &args)
}
