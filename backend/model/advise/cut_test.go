package advise

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/universalbuild"
)

// shops are two services of one repository.
var shops = map[string]string{
	"api/package.json": `{"name":"api","scripts":{"start":"node server.js"}}`, "api/server.js": "require('http').createServer().listen(3000)\n",
	"web/package.json": `{"name":"web","scripts":{"start":"node web.js"}}`, "web/web.js": "require('http').createServer().listen(30300)\n",
}

// written are the submissions that are cut: one service, two, evidence first, and in
// writings that have to be mended.
func written(t *testing.T) map[string]string {
	t.Helper()
	service := func(dir, file, port string) string {
		return `{"metadata":{"project_name":"` + dir + `","path":"` + dir + `","language":"javascript","build_system":"npm","confidence":0.9,"reasoning":"package.json says so"},` +
			`"build":{"base_image":"node:22-bookworm-slim","workdir":"/app","build_commands":["npm ci"],"artifacts":["` + file + `"]},` +
			`"runtime":{"base_image":"node:22-bookworm-slim","workdir":"/app","command":["node","` + file + `"],"ports":[{"port":` + port + `,"protocol":"tcp"}]},` +
			evidence(dir, file) + `}`
	}
	api, web := service("api", "server.js", "3000"), service("web", "web.js", "30300")
	last := `,` + evidence("api", "server.js") + `}`
	return map[string]string{
		"one service":    api,
		"two services":   `{"services":[` + api + `,` + web + `]}`,
		"evidence first": `{` + evidence("api", "server.js") + `,` + strings.TrimPrefix(strings.TrimSuffix(api, last), "{") + `}`,
		"single quotes":  strings.NewReplacer(`'`, `\'`, `"`, `'`).Replace(strings.TrimSuffix(api, "}") + ",}"),
		"fenced":         "Here it is:\n```json\n" + web + "\n```",
		"as a text":      asText(t, api),
		"bare names":     strings.NewReplacer(`"metadata"`, `metadata`, `"ports"`, `ports`, `"port"`, `port`, `0.9`, `.9`).Replace(api),
	}
}

func evidence(dir, file string) string {
	return `"evidence":[{"field":"/metadata/language","value":"javascript","confidence":0.9,"path":"` + dir + `/` + file + `","line":1,"excerpt":"require('http').createServer()"},` +
		`{"field":"/runtime/command","value":"node ` + file + `","confidence":0.9,"path":"` + dir + `/package.json","line":1,"excerpt":"node ` + file + `"}]`
}

func asText(t *testing.T, object string) string {
	t.Helper()
	b, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestNoCutSubmissionIsTaken cuts submissions, that of one service after every byte, and
// hands each to the real loop, with and without the provider's word that it was cut off.
func TestNoCutSubmissionIsTaken(t *testing.T) {
	t.Parallel()
	desk, client := sit(t, shops).Desk, &script.Client{}
	adviser := asking(client) // one for all: it looks through the repository once
	submit := func(text string, stop llm.Stop) []universalbuild.UniversalBuild {
		client.Rest = script.Give(llm.Response{Stop: stop, Message: llm.Message{Calls: []llm.ToolCall{{Name: terminal, Arguments: text}}}})
		return adviser.Explore(t.Context(), desk, "why")
	}
	cuts, taken := 0, 0
	for name, text := range written(t) {
		whole := universalbuildText(t, submit(text, ""))
		if whole == "null" {
			t.Errorf("%s: the whole submission is refused", name)
			continue
		}
		every := 7 // no field is as short
		if name == "one service" {
			every = 1
		}
		for end := 0; end < len(text); end += every {
			for _, stop := range []llm.Stop{"", llm.StopLength} {
				cuts++
				switch got := universalbuildText(t, submit(text[:end], stop)); {
				case got == "null":
				case stop == llm.StopLength || got != whole:
					t.Errorf("%s, cut after %d of %d bytes, is taken for %s", name, end, len(text), got)
				default:
					taken++ // what was cut off is no part of the object
				}
			}
		}
		if submit(text, llm.StopLength) != nil {
			t.Errorf("%s: an answer that stopped by its length is taken", name)
		}
	}
	t.Logf("%d cuts; %d had all of it", cuts, taken)
}

func universalbuildText(t *testing.T, docs []universalbuild.UniversalBuild) string {
	t.Helper()
	b, err := json.Marshal(docs)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestACutSubmissionGetsMoreRoomOnce looks at what the model is told and given, and
// how it ends where that does not help.
func TestACutSubmissionGetsMoreRoomOnce(t *testing.T) {
	api := written(t)["one service"]
	part := func(stop llm.Stop) script.Step {
		return script.Give(llm.Response{Stop: stop, Message: llm.Message{Calls: []llm.ToolCall{{Name: terminal, Arguments: api[:300]}}}})
	}
	for _, stop := range []llm.Stop{"", llm.StopCalls, llm.StopLength} {
		client := script.New(part(stop), script.Call(terminal, api))
		if docs := asking(client).Explore(t.Context(), sit(t, shops).Desk, "why"); len(docs) != 1 || docs[0].Runtime.Ports[0].Port != 3000 {
			t.Errorf("%q: %+v", stop, docs)
		}
		first, second := client.Requests()[0], client.Requests()[1]
		said := second.Messages[len(second.Messages)-2:]
		if first.MaxTokens != 1500 || second.MaxTokens != 4096 || !said[0].Failed || !strings.Contains(said[0].Text, "cut off") ||
			!strings.Contains(said[1].Text, "it had 1500 tokens of room. The next has 4096.") {
			t.Errorf("%q: %d, then %d tokens: %+v", stop, first.MaxTokens, second.MaxTokens, said)
		}

		client = script.New(part(stop), part(stop), script.Call(terminal, api))
		tb := sit(t, shops)
		if docs := asking(client).Explore(t.Context(), tb.Desk, "why"); docs != nil || client.Left() != 1 {
			t.Errorf("%q: asked a third time: %+v", stop, docs)
		}
		at := slices.IndexFunc(tb.told, func(e event.Event) bool { return e.Name() == "exploration.ended" })
		if at < 0 || event.Describe(tb.told[at]) != "the model's answer was too long and was cut off twice in a row, so nothing was submitted, after 2 of 16 tool calls" {
			t.Errorf("%q: it ended without a word, or with another", stop)
		}
	}
}

// TestNoCutAnswerIsTaken cuts answers to single questions.
func TestNoCutAnswerIsTaken(t *testing.T) {
	desk := sit(t, shop).Desk
	for end := range len(right) {
		for _, stop := range []llm.Stop{"", llm.StopLength} {
			client := &script.Client{Rest: script.Give(llm.Response{Stop: stop, Message: llm.Message{Text: right[:end]}})}
			if answer, found := asking(client).Answer(t.Context(), desk, portQuestion()); found {
				t.Errorf("%s is taken for %+v", right[:end], answer)
			}
			requests := client.Requests()
			if len(requests) != 2 || requests[0].MaxTokens != 750 || (end > 0 || stop != "") && requests[1].MaxTokens != 4096 {
				t.Errorf("cut after %d bytes: %d requests, the last with %d tokens", end, len(requests), requests[len(requests)-1].MaxTokens)
			}
		}
	}
	client := script.New(script.Give(llm.Response{Stop: llm.StopLength, Message: llm.Message{Text: right + " But wait, "}}), script.Say(right))
	if answer, found := asking(client).Answer(t.Context(), desk, portQuestion()); !found || answer.Number != 4321 || client.Left() != 0 {
		t.Errorf("%v %+v", found, answer)
	}
}
