package llamacpp

import (
	"encoding/json"
	"regexp"
	"strings"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// openings are how a model of a family begins a call within text: as it was
// trained to, and as any of them writes it on a bad day.
func openings(s protocol.Spelling) []string {
	switch s {
	case protocol.Mistral:
		return append([]string{"[TOOL_CALLS]"}, callOpenings...)
	case protocol.Granite:
		return append([]string{"<|tool_call|>"}, callOpenings...)
	case protocol.Gemma:
		return append([]string{"<|tool_call>"}, callOpenings...)
	case protocol.Bare:
		return append([]string{"<|python_tag|>"}, callOpenings...)
	}
	return callOpenings
}

// thoughts are the marks between which models think aloud.
var thoughts = [][2]string{{"<think>", "</think>"}, {"[THINK]", "[/THINK]"}, {"<|channel>", "<channel|>"}}

// answered is an answer without what the model thought aloud before it; false while
// it may still be thinking.
func answered(all string, s protocol.Spelling) (text string, done bool) {
	if s == protocol.Harmony {
		text, _ = harmony(all)
		return text, true
	}
	trimmed := strings.TrimLeft(all, " \t\r\n")
	for _, marks := range thoughts {
		if trimmed != "" && strings.HasPrefix(marks[0], trimmed) {
			return all, false
		}
		if rest, thinks := strings.CutPrefix(trimmed, marks[0]); thinks {
			_, after, ended := strings.Cut(rest, marks[1])
			return strings.TrimLeft(after, " \t\r\n"), ended
		}
	}
	return all, true
}

// readSpelled takes the calls out of an answer as its family writes them, and gives
// the text that is left.
func readSpelled(all string, s protocol.Spelling, tools map[string]bool) (text string, calls []llm.ToolCall) {
	if s == protocol.Harmony {
		if text, calls = harmony(all); len(calls) > 0 {
			return text, calls
		}
		return readCalls(text, tools)
	}
	all, _ = answered(all, s)
	var mark string
	var read func(string) []llm.ToolCall
	switch s {
	case protocol.Mistral:
		mark, read = "[TOOL_CALLS]", mistralCalls
	case protocol.Granite:
		mark, read = "<|tool_call|>", func(said string) []llm.ToolCall { c, _ := bareCalls(said, nil); return c }
	case protocol.Bare:
		mark, read = "<|python_tag|>", func(said string) []llm.ToolCall { c, _ := bareCalls(said, nil); return c }
	case protocol.Gemma:
		mark, read = "<|tool_call>", gemmaCalls
	case protocol.Tagged, protocol.InTags:
		mark, read = "<function=", taggedCalls
	}
	if before, said, found := strings.Cut(all, mark); found {
		if calls = read(mark + said); len(calls) == 0 {
			calls = read(said)
		}
		if len(calls) > 0 {
			before = strings.TrimRight(before, " \t\r\n")
			return strings.TrimRight(strings.TrimSuffix(before, "<tool_call>"), " \t\r\n"), calls
		}
	}
	return readCalls(all, tools)
}

// mistralCalls reads [TOOL_CALLS]name[ARGS]{…}, with an id between the two, once or
// several times, and [TOOL_CALLS][{…}].
func mistralCalls(said string) (calls []llm.ToolCall) {
	for part := range strings.SplitSeq(said, "[TOOL_CALLS]") {
		name, arguments, found := strings.Cut(part, "[ARGS]")
		if !found {
			listed, _ := bareCalls(part, nil)
			calls = append(calls, listed...)
			continue
		}
		name, _, _ = strings.Cut(name, "[CALL_ID]")
		calls = append(calls, llm.ToolCall{Name: strings.TrimSpace(name), Arguments: firstJSON(arguments)})
	}
	return calls
}

// firstJSON is the first JSON value of a text, and the whole text where there is
// none: whoever runs the tool tells the model.
func firstJSON(s string) string {
	var raw json.RawMessage
	if json.NewDecoder(strings.NewReader(s)).Decode(&raw) != nil {
		return strings.TrimSpace(s)
	}
	return argumentsOf(raw)
}

var (
	taggedCall = regexp.MustCompile(`(?s)<function=([^>\s]+)>(.*?)(?:</function>|<function=|$)`)
	taggedPart = regexp.MustCompile(`(?s)<parameter=([^>\s]+)>\n?(.*?)\n?(?:</parameter>|<parameter=|$)`)
)

// taggedCalls reads <function=name><parameter=key>text</parameter></function>. Texts
// stand without quotes, so what is JSON of another kind is taken for that.
func taggedCalls(said string) (calls []llm.ToolCall) {
	for _, call := range taggedCall.FindAllStringSubmatch(said, -1) {
		members := []string{}
		for _, part := range taggedPart.FindAllStringSubmatch(call[2], -1) {
			value := part[2]
			if !json.Valid([]byte(value)) || strings.HasPrefix(value, `"`) {
				value = quoted(value)
			}
			members = append(members, quoted(part[1])+": "+value)
		}
		calls = append(calls, llm.ToolCall{Name: call[1], Arguments: "{" + strings.Join(members, ", ") + "}"})
	}
	return calls
}

// harmony reads the channels of gpt-oss: what is said in the final one is the
// answer, a message to functions.name is a call, all else is thought.
func harmony(all string) (text string, calls []llm.ToolCall) {
	if !strings.Contains(all, "<|") && !strings.HasPrefix(all, "<") {
		return all, nil // said without a channel
	}
	for part := range strings.SplitSeq(all, "<|start|>") {
		head, body, found := strings.Cut(part, "<|message|>")
		if !found {
			continue
		}
		for more := true; more; {
			var next string
			body, next, more = strings.Cut(body, "<|end|>")
			if _, to, is := strings.Cut(head, "to=functions."); is {
				name, _, _ := strings.Cut(to, "<|")
				if fields := strings.Fields(name); len(fields) > 0 {
					calls = append(calls, llm.ToolCall{Name: fields[0], Arguments: firstJSON(body)})
				}
			} else if strings.Contains(head, "<|channel|>final") {
				text += body
			}
			// A message may follow without a word of who speaks.
			if head, body, found = strings.Cut(next, "<|message|>"); !found {
				break
			}
		}
	}
	return text, calls
}

// gemmaCalls reads call:name{key:value,…}, where a text stands between <|"|>.
func gemmaCalls(said string) (calls []llm.ToolCall) {
	for part := range strings.SplitSeq(said, "<|tool_call>") {
		rest, is := strings.CutPrefix(strings.TrimSpace(part), "call:")
		name, body, found := strings.Cut(rest, "{")
		if !is || !found {
			continue
		}
		g := &gemmaReader{rest: "{" + body}
		calls = append(calls, llm.ToolCall{Name: strings.TrimSpace(name), Arguments: g.value(0)})
	}
	return calls
}

// gemmaReader turns Gemma 4's notation into JSON.
type gemmaReader struct{ rest string }

const gemmaQuote = `<|"|>`

func (g *gemmaReader) skip(text string) bool {
	after, found := strings.CutPrefix(strings.TrimLeft(g.rest, " \n\t"), text)
	if found {
		g.rest = after
	}
	return found
}

func (g *gemmaReader) value(depth int) string {
	switch {
	case depth > 50:
		return "null"
	case g.skip(gemmaQuote):
		said, after, _ := strings.Cut(g.rest, gemmaQuote)
		g.rest = after
		return quoted(said)
	case g.skip("["):
		return g.members("[", "]", func() string { return g.value(depth + 1) })
	case g.skip("{"):
		return g.members("{", "}", func() string {
			g.skip("") // blanks
			key, after, _ := strings.Cut(g.rest, ":")
			g.rest = after
			return quoted(strings.Trim(strings.ReplaceAll(key, gemmaQuote, ""), " \n\t\"")) + ": " + g.value(depth+1)
		})
	}
	end := strings.IndexAny(g.rest, ",]}")
	if end < 0 {
		end = len(g.rest)
	}
	word := strings.TrimSpace(g.rest[:end])
	g.rest = g.rest[end:]
	if json.Valid([]byte(word)) {
		return word
	}
	return quoted(word)
}

func (g *gemmaReader) members(open, shut string, one func() string) string {
	var all []string
	for g.rest != "" && !g.skip(shut) {
		before := len(g.rest)
		all = append(all, one())
		g.skip(",")
		if len(g.rest) == before {
			break
		}
	}
	return open + strings.Join(all, ", ") + shut
}
