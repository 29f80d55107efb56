package constrain

import "encoding/json"

// Tool is a function that may be called: its name and its arguments' schema.
type Tool struct {
	Name   string
	Schema json.RawMessage
}

// Schema makes the automaton of one JSON value.
func Schema(schema json.RawMessage) (*Automaton, error) {
	c := newCompiler(schema)
	top, err := c.schema(schema)
	if err != nil {
		return nil, err
	}
	return c.automaton(top)
}

// Call makes the automaton of one call, as Qwen2.5 writes it, with before and
// after around it: {"name": "…", "arguments": {…}}.
func Call(tools []Tool, before, after string) (*Automaton, error) {
	c := newCompiler(nil)
	var kids []id
	for _, t := range tools {
		schema := t.Schema
		if len(schema) == 0 {
			schema = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		c.root, c.refs = schema, map[string]id{}
		arguments, err := c.schema(schema)
		if err != nil {
			return nil, refuse("tool %s: %v", t.Name, err)
		}
		kids = append(kids, c.sequence(c.literal(quote(t.Name)+`, "arguments": `), arguments))
	}
	if len(kids) == 0 {
		return nil, refuse("there is no tool to call")
	}
	return c.automaton(c.sequence(c.literal(before+`{"name": `), c.either(kids...), c.literal("}"+after)))
}

func newCompiler(root json.RawMessage) *compiler {
	c := &compiler{root: root, refs: map[string]id{}}
	c.literal("") // node 0 stands for none
	return c
}

func (c *compiler) automaton(top id) (*Automaton, error) {
	c.top = top
	c.measure()
	a := newAutomaton(&c.grammar)
	if a.start == Dead {
		return nil, refuse("nothing fits it")
	}
	return a, nil
}
