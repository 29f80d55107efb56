package conversation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/model/llm"
)

// Level is the segment of a budget that a block belongs to.
type Level string

// The levels.
const (
	Immediate Level = "immediate" // what is asked about, whole
	Related   Level = "related"   // signatures of what is around it
)

// Block is a piece of what a model is told before it is asked: a file, a symbol, a
// signature. It is sent whole or left out.
type Block struct {
	Level   Level  // "": Immediate
	Part    string // under which it is counted; "": project
	Heading string // stands before the first of several blocks that have the same
	Name    string // what the model is told of it where it is left out
	Text    string // ends in a line break
}

// Context is what a question is about, and the question. Its blocks stand between
// what is said before and after them, the most needed first.
type Context struct {
	Before string
	Blocks []Block
	After  string
}

// composition is a message made of blocks.
type composition struct {
	before, after string
	blocks        []counted
	left          []string // names of those that are left out
}

// counted is a block with its tokens.
type counted struct {
	Block
	tokens int
}

// AddContext adds what a question is about. A block for which its segment has no room
// is left out, and smaller ones after it may still have theirs; a budget without
// segments for code gives all blocks what the first message may hold beside its text.
// The model is told the names of what is left out, and so is the caller. What stands
// before and after the blocks keeps to the same bounds as a user's message.
func (c *Transcript) AddContext(given Context) (left []Block) {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := len(c.entries) == 0
	most := c.said(first)
	m := &composition{after: head(c.counter, given.After, c.raw(most), cutNote)}
	said := c.counter.Count(m.after)
	m.before = head(c.counter, given.Before, c.raw(most)-said, cutNote)
	said += c.counter.Count(m.before)
	room := c.rooms(most, said)
	heading := ""
	for _, b := range given.Blocks {
		b.Level = cmp.Or(b.Level, Immediate)
		cost := c.counter.Count(b.Text)
		if b.Heading != heading {
			cost += c.counter.Count("\n" + b.Heading + "\n")
		}
		if cost > *room[b.Level] {
			left = append(left, b)
			m.left = append(m.left, b.Name)
			continue
		}
		heading = b.Heading
		m.blocks = append(m.blocks, counted{b, cost})
		*room[b.Level] -= cost
	}
	c.add(entry{Message: llm.Message{Role: llm.User, Text: m.text()}, first: first, made: m})
	return left
}

// rooms are the tokens that blocks of each level may have beside so many of text, of
// which most are allowed. Without segments for code they share what is left of those
// and a quarter of the history, so that as much stays for what is said about them.
func (c *Transcript) rooms(most, said int) map[Level]*int {
	if c.budget.Immediate+c.budget.Related == 0 {
		both := c.raw(most+c.budget.History/4) - said
		return map[Level]*int{Immediate: &both, Related: &both}
	}
	of := func(l Level, segment int) *int {
		room := c.raw(segment) - c.held(l, false)
		return &room
	}
	return map[Level]*int{Immediate: of(Immediate, c.budget.Immediate), Related: of(Related, c.budget.Related)}
}

// text is the message.
func (m *composition) text() string {
	var b strings.Builder
	b.WriteString(m.before)
	heading := ""
	for _, block := range m.blocks {
		if block.Heading != heading {
			heading = block.Heading
			if b.Len() > 0 {
				b.WriteString("\n")
			}
			b.WriteString(heading + "\n")
		}
		b.WriteString(block.Text)
	}
	b.WriteString(m.leftOut())
	b.WriteString(m.after)
	return b.String()
}

// leftOut names what there is no room for; "" where there is nothing.
func (m *composition) leftOut() string {
	if len(m.left) == 0 {
		return ""
	}
	const most, longest = 8, 80
	var names []string
	for _, name := range m.left {
		if len(names) == most {
			names = append(names, fmt.Sprintf("and %d more", len(m.left)-most))
			break
		}
		names = append(names, name[:whole(name, min(len(name), longest))])
	}
	return "(Left out for want of room: " + strings.Join(names, ", ") + ")\n"
}

// without is the message without the last of its blocks, the least needed.
func (m *composition) without() *composition {
	last := len(m.blocks) - 1
	return &composition{m.before, m.after, m.blocks[:last:last], append(slices.Clone(m.left), m.blocks[last].Name)}
}

// held is how many counted tokens the blocks of a level have, in all messages or in the first
// alone.
func (c *Transcript) held(l Level, first bool) int {
	n := 0
	for _, e := range c.entries {
		if e.made == nil || first && !e.first {
			continue
		}
		for _, b := range e.made.blocks {
			if b.Level == l {
				n += b.tokens
			}
		}
	}
	return n
}

// free is how much of what is set aside for code is not used by it.
func (c *Transcript) free() int {
	return max(0, c.budget.Immediate+c.budget.Related-c.corrected(c.held(Immediate, false)+c.held(Related, false)))
}
