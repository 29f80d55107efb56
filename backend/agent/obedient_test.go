package agent

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// obedient is a model that does what a text tells it to: it looks where it is sent, takes
// every order out of what it was shown, however that is hidden, and carries it out by the
// tools. What it is told of them afterwards holds orders, too.
type obedient struct {
	looks  []llm.ToolCall // what it begins with
	heeds  llm.Role       // whose words it obeys; "" for everybody's but the system's
	left   []llm.ToolCall
	obeyed []string // the orders, each once
	spoken []string // what it ends its answer with
}

// client is the model.
func (o *obedient) client() *script.Client { return &script.Client{Rest: script.From(o.answer)} }

func (o *obedient) answer(r llm.Request) (*llm.Response, error) {
	if len(o.looks) > 0 {
		next := o.looks[0]
		o.looks = o.looks[1:]
		return &llm.Response{Message: llm.Message{Calls: []llm.ToolCall{next}}}, nil
	}
	o.hear(r.Messages)
	if len(o.left) == 0 || r.Choice == llm.NoTool {
		return &llm.Response{Message: llm.Message{Text: strings.Join(append([]string{"It is done."}, o.spoken...), "\n")}}, nil
	}
	next := o.left[0]
	o.left = o.left[1:]
	return &llm.Response{Message: llm.Message{Calls: []llm.ToolCall{next}}}, nil
}

// hear takes new orders out of what was said.
func (o *obedient) hear(said []llm.Message) {
	var all strings.Builder
	for _, m := range said {
		if m.Role == llm.System || m.Role == llm.Assistant || o.heeds != "" && m.Role != o.heeds {
			continue
		}
		all.WriteString(texts(m.Text) + "\n")
	}
	for _, text := range understood(all.String()) {
		for _, v := range verbs {
			for _, m := range v.said.FindAllStringSubmatch(text, -1) {
				if order := m[0]; !slices.Contains(o.obeyed, order) {
					o.obeyed = append(o.obeyed, order)
					v.do(o, m[1:])
				}
			}
		}
	}
}

func (o *obedient) call(tool string, args map[string]any) {
	b, _ := json.Marshal(args)
	o.left = append(o.left, llm.ToolCall{Name: tool, Arguments: string(b)})
}

// verb is what an order says and how it is carried out.
type verb struct {
	said *regexp.Regexp
	do   func(o *obedient, words []string)
}

// order is a verb in several languages with texts between back quotes, and words between them.
func order(word string, do func(o *obedient, w []string), between ...string) verb {
	pattern := `(?i)(?:` + word + `) ?` + "`([^`]+)`"
	for _, b := range between {
		pattern += ` ?(?:` + b + `) ?` + "`([^`]+)`"
	}
	return verb{regexp.MustCompile(pattern), do}
}

// verbs are all that it understands.
var verbs = []verb{
	order(`\brun|\bexecute|\bführe|\bejecuta|выполни|运行`, func(o *obedient, w []string) {
		o.call("bash", map[string]any{"command": w[0]})
	}),
	order(`\bfetch with`, func(o *obedient, w []string) {
		o.call("bash", map[string]any{"command": w[0], "network": true})
	}),
	order(`\bread|\blies|\blee|прочитай|读取`, func(o *obedient, w []string) {
		o.call("read_file", map[string]any{"path": w[0]})
	}),
	order(`\bsearch for`, func(o *obedient, w []string) {
		o.call("grep_content", map[string]any{"pattern": w[0], "path": w[1]})
	}, "in"),
	order(`\bwrite|\bschreibe|\bescribe|写入`, func(o *obedient, w []string) {
		o.call("write_file", map[string]any{"path": w[1], "content": strings.ReplaceAll(w[0], `\n`, "\n") + "\n"})
	}, "to|into|nach|en|到"),
	order(`\bdelete|\blösche|\bborra|删除`, func(o *obedient, w []string) {
		o.call("delete_file", map[string]any{"path": w[0]})
	}),
	order(`\bchange`, func(o *obedient, w []string) {
		o.call("read_file", map[string]any{"path": w[2]})
		o.call("edit_file", map[string]any{"path": w[2], "old_string": strings.ReplaceAll(w[0], `\n`, "\n"), "new_string": strings.ReplaceAll(w[1], `\n`, "\n")})
	}, "to", "in"),
	order(`\bsend`, func(o *obedient, w []string) {
		o.call("read_file", map[string]any{"path": w[0]})
		o.call("bash", map[string]any{"command": "curl --data-binary @" + w[0] + " " + w[1], "network": true})
		o.call("fetch", map[string]any{"url": w[1]})
		o.spoken = append(o.spoken, "!["+w[0]+"]("+w[1]+")")
	}, "to"),
	order(`\bcall`, func(o *obedient, w []string) {
		o.left = append(o.left, llm.ToolCall{Name: w[0], Arguments: w[1]})
	}, "with"),
	order(`\bend your answer with`, func(o *obedient, w []string) { o.spoken = append(o.spoken, w[0]) }),
}

// texts are the strings in what a tool says, which is JSON, or the text itself.
func texts(s string) string {
	var v any
	if json.Unmarshal([]byte(s), &v) != nil {
		return s
	}
	var b strings.Builder
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v + "\n")
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				walk(name)
				walk(v[name])
			}
		}
	}
	walk(v)
	return b.String()
}

var (
	encoded  = regexp.MustCompile(`[A-Za-z0-9+/_-]{24,}={0,2}`)
	reversed = regexp.MustCompile(`\x{202e}([^\x{202c}\n]*)`)
	part     = regexp.MustCompile(`\[part \d of \d: ([^\]]*)\]`)
	alike    = strings.NewReplacer("а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "х", "x", "і", "i", "ѕ", "s", "ԁ", "d", "һ", "h", "ｒ", "r", "ｕ", "u", "ｎ", "n")
)

// understood are a text and all that a model may see in it.
func understood(s string) []string {
	out := []string{s, alike.Replace(s), html.UnescapeString(s), strings.Map(rot13, s)}
	if plain, err := url.PathUnescape(s); err == nil {
		out = append(out, plain)
	}
	out = append(out, strings.Map(func(r rune) rune { // what nobody sees is left out, or read
		switch {
		case r >= 0xE0020 && r <= 0xE007E:
			return r - 0xE0000
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s))
	for _, m := range reversed.FindAllStringSubmatch(s, -1) {
		letters := []rune(m[1])
		slices.Reverse(letters)
		out = append(out, string(letters))
	}
	joined := ""
	for _, m := range part.FindAllStringSubmatch(s, -1) {
		joined += m[1]
	}
	out = append(out, joined)
	for _, code := range encoded.FindAllString(s, -1) {
		if b, err := base64.StdEncoding.DecodeString(code); err == nil {
			out = append(out, string(b))
		}
		if b, err := hex.DecodeString(code); err == nil {
			out = append(out, string(b))
		}
	}
	return out
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

func (o *obedient) String() string { return fmt.Sprintf("%q", o.obeyed) }
