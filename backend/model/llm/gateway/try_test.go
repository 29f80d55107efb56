package gateway

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/model/llm/selector"
)

// TestATestThatCannotBeKept: what a model was seen to do stays true on a full
// disk, and the user hears that it will be forgotten.
func TestATestThatCannotBeKept(t *testing.T) {
	data := served.Alone(t, served.Nowhere)
	if err := os.MkdirAll(filepath.Join(data, "tested.jsonl"), 0o700); err != nil { // nothing can be written there
		t.Fatal(err)
	}
	s := served.New(t, script.New(slices.Repeat([]script.Step{script.Say("yes")}, 2)...), served.OpenAI)
	var unkept error
	_, asked, err := New("test").Try(t.Context(), Terms{
		Want:   selector.Want{Provider: "openai", Model: "toy", BaseURL: s.URL + "/v1", Fallback: selector.NoFallback},
		Unkept: func(err error) { unkept = err },
	})
	if asked.Model != "toy" || !strings.Contains(fmt.Sprint(err), llm.NoFunctionCalling) || strings.Contains(fmt.Sprint(err), "keeping") {
		t.Errorf("the model calls no tool: %+v, %v", asked, err)
	}
	if unkept == nil {
		t.Error("nobody hears that the test could not be kept")
	}
}
