package ollama

import (
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

// TestValidateOverTheWire asks a server as Ollama is one: what it shows, a call
// without an id, an answer in pieces.
func TestValidateOverTheWire(t *testing.T) {
	t.Parallel()
	numbers := strings.SplitAfter(`{"numbers":[1,2,3,4,5,6,7,8]}`, ",")
	var lines []string
	for _, n := range numbers {
		lines = append(lines, part(`{"role":"assistant","content":"`+strings.ReplaceAll(n, `"`, `\"`)+`"}`))
	}
	last := `{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":30,"eval_count":20}` + "\n"
	s := wiretest.Serve(t,
		wiretest.Status(200, `{"model_info":{"gemma.context_length":8192}}`),
		wiretest.Stream(jsonLines, part(`{"role":"assistant","content":"","tool_calls":[{"function":{"name":"report_ready","arguments":{"word":"ready"}}}]}`), end("stop")),
		wiretest.Stream(jsonLines, append(lines, last)...))
	got, err := llm.Validate(t.Context(), client(t, s.URL), 32768)
	if err != nil || !got.Tools || !got.JSON || got.Window != 8192 || got.TokensPerSecond <= 0 || got.Estimated || !strings.Contains(got.Warning, "below recommended 16K") {
		t.Fatalf("%+v, %v", got, err)
	}
	if asked := s.Requests(); len(asked) != 3 || !strings.Contains(asked[2].Body, `"format":{"type":"object"`) {
		t.Errorf("asked %+v", asked)
	}
	s = wiretest.Serve(t, wiretest.Status(200, `{}`), wiretest.Status(400, `{"error":"registry.ollama.ai/library/gemma:2b does not support tools"}`))
	if _, err = llm.Validate(t.Context(), client(t, s.URL), 0); err == nil || !strings.Contains(err.Error(), "Model does not support function calling") {
		t.Errorf("without tools: %v", err)
	}
}
