// Package session keeps conversations about a project in the project's database, and
// finds them again. It does not know what is said in them.
package session

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"aipack/backend/agent"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/store/projectdb"
)

// Price is what tokens of a model cost in US dollars.
type Price func(provider, model string, u llm.Usage) (usd float64, known bool)

// Keeper keeps a conversation while it goes on. It is safe for concurrent use.
type Keeper struct {
	db    *projectdb.Database
	price Price

	mu    sync.Mutex
	id    string // "" before the first message
	wrong error
}

// New begins a conversation. Nothing is kept of it before its first message.
func New(db *projectdb.Database, price Price) *Keeper { return &Keeper{db: db, price: price} }

// Load finds a conversation by the beginning of its id, or the newest by "last", with
// what was said in it. projectdb.ErrAbsent and projectdb.ErrSeveral are the refusals.
func Load(db *projectdb.Database, id string, price Price) (*Keeper, []agent.Kept, error) {
	row, err := db.Session(id)
	if err != nil {
		return nil, nil, err
	}
	kept, err := Messages(db, row.ID)
	return &Keeper{db: db, price: price, id: row.ID}, kept, err
}

// ID is the conversation's; "" before its first message.
func (s *Keeper) ID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id
}

// Err says why the conversation is not kept any more; nil where it is.
func (s *Keeper) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wrong
}

// Keep keeps a message. After one that could not be kept nothing more is: a conversation
// with a gap would be another one.
func (s *Keeper) Keep(k agent.Kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wrong != nil {
		return
	}
	if s.id == "" {
		id := strings.ToLower(rand.Text()[:idLength])
		if s.wrong = s.db.Begin(projectdb.Session{ID: id, Title: titled(k.Question)}); s.wrong != nil {
			return
		}
		s.id = id
	}
	s.wrong = s.keep(k)
}

// idLength is how many letters an id has: base32, so that two of one project are the
// same once in a million millions.
const idLength = 12

// more is what a message has besides its text.
type more struct {
	Number   int            `json:"number"`
	Summary  bool           `json:"summary,omitempty"`
	Asks     int            `json:"asks,omitempty"`
	Calls    []llm.ToolCall `json:"calls,omitempty"`
	Thinking []llm.Thinking `json:"thinking,omitempty"`
	CallID   string         `json:"call_id,omitempty"`
	ToolName string         `json:"tool_name,omitempty"`
	Failed   bool           `json:"failed,omitempty"`
	Read     []string       `json:"read,omitempty"`
	Provider string         `json:"provider,omitempty"`
	Model    string         `json:"model,omitempty"`
	Usage    *llm.Usage     `json:"usage,omitempty"`
	Decision agent.Status   `json:"decision,omitempty"`
}

func (s *Keeper) keep(k agent.Kept) error {
	m := more{
		Number: k.Number, Summary: k.Summary, Asks: k.Asks, Calls: k.Calls, Thinking: k.Thinking, CallID: k.CallID, ToolName: k.ToolName, Failed: k.Failed,
		Read: k.Read, Provider: k.Provider, Model: k.Model, Decision: k.Decision,
	}
	var took projectdb.Took
	if k.Role == llm.Assistant || k.Summary && k.Provider != "" {
		m.Usage = &k.Usage
		took = projectdb.Took{Provider: k.Provider, Model: k.Model, Prompt: k.Usage.Prompt, Cached: k.Usage.Cached, Completion: k.Usage.Completion}
		if s.price != nil {
			took.USD, took.Priced = s.price(k.Provider, k.Model, k.Usage)
		}
	}
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("keeping a message: %w", err)
	}
	return s.db.Append(projectdb.Message{Session: s.id, Role: string(k.Role), Question: k.Question, Text: k.Text, More: text}, took)
}

// Messages are those of a conversation that count. Where others were taken back, the
// first is one that says up to which number they are used up.
func Messages(db *projectdb.Database, id string) ([]agent.Kept, error) {
	rows, err := db.Messages(id)
	if err != nil {
		return nil, err
	}
	var out []agent.Kept
	gone := 0
	for _, r := range rows {
		k, err := read(r)
		if err != nil {
			return nil, err
		}
		if r.TakenBack != 0 {
			gone = max(gone, k.Number)
			continue
		}
		out = append(out, k)
	}
	if gone > 0 {
		out = slices.Insert(out, 0, agent.Kept{Kept: conversation.Kept{Number: gone, Gone: true}})
	}
	return out, nil
}

// read is a message as it was kept.
func read(r projectdb.Message) (agent.Kept, error) {
	var m more
	if err := json.Unmarshal(r.More, &m); err != nil {
		return agent.Kept{}, fmt.Errorf("reading message %d of the conversation %s: %w", r.Place, r.Session, err)
	}
	k := agent.Kept{
		Kept: conversation.Kept{
			Number: m.Number, Summary: m.Summary, Asks: m.Asks, Read: m.Read,
			Message: llm.Message{
				Role: llm.Role(r.Role), Text: r.Text, Calls: m.Calls, Thinking: m.Thinking, CallID: m.CallID, ToolName: m.ToolName, Failed: m.Failed,
			},
		},
		Question: r.Question, Provider: m.Provider, Model: m.Model, Decision: m.Decision,
	}
	if m.Usage != nil {
		k.Usage = *m.Usage
	}
	return k, nil
}

// titled is a title for a conversation that begins with a question.
func titled(question string) string {
	const most = 80
	line := strings.Join(strings.Fields(question), " ")
	if letters := []rune(line); len(letters) > most {
		return strings.TrimSpace(string(letters[:most])) + "…"
	}
	return line
}

// Title refuses a title that is none.
func Title(text string) (string, error) {
	if text = titled(text); text == "" {
		return "", errors.New("a title has at least one letter")
	}
	return text, nil
}
