package llm_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

const numbers = `{"numbers":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]}`

func TestValidateAModelThatCanAll(t *testing.T) {
	t.Parallel()
	c := script.New(script.Call("report_ready", `{"word":"ready"}`), script.Give(llm.Response{
		Message: llm.Message{Text: numbers}, Usage: llm.Usage{Completion: 60, Reported: true},
	}))
	got, err := llm.Validate(t.Context(), c, 32768)
	if err != nil || !got.Tools || !got.JSON || got.Window != 32768 || got.TokensPerSecond <= 0 || got.Estimated || got.Warning != "" {
		t.Fatalf("%+v, %v", got, err)
	}
	asked := c.Requests()
	if asked[0].Choice != "report_ready" || len(asked[0].Tools) != 1 || asked[1].Schema == nil {
		t.Fatalf("asked %+v", asked)
	}
}

func TestValidateRefusesAModelWithoutTools(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]script.Step{
		"it talks instead":         script.Say(`{"name":"report_ready","arguments":{"word":"ready"}}`),
		"its arguments are broken": script.Call("report_ready", `{"word":`),
		"it calls another":         script.Call("submit", `{}`),
		"the server says so":       script.Fail(&llm.Error{Kind: llm.UnsupportedModel, Message: llm.NoFunctionCalling}),
	} {
		_, err := llm.Validate(t.Context(), script.New(step), 0)
		var e *llm.Error
		if !errors.As(err, &e) || e.Kind != llm.UnsupportedModel || e.Message != "Model does not support function calling" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestValidateWithoutJSON(t *testing.T) {
	t.Parallel()
	ready := script.Call("report_ready", `{"word":"ready"}`)
	for name, step := range map[string]script.Step{
		"prose":   script.Say("1, 2, 3 and so on"),
		"fenced":  script.Say("```json\n" + numbers + "\n```"),
		"refused": script.FailAs(llm.BadRequest),
	} {
		got, err := llm.Validate(t.Context(), script.New(ready, step), 0)
		if err != nil || !got.Tools || got.JSON {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if _, err := llm.Validate(t.Context(), script.New(ready, script.FailAs(llm.Overloaded)), 0); err == nil {
		t.Error("an overloaded server is no verdict on the model")
	}
}

func TestValidateCountsWhereTheServerDoesNot(t *testing.T) {
	t.Parallel()
	got, err := llm.Validate(t.Context(), script.New(script.Call("report_ready", `{}`), script.Say(numbers)), 0)
	if err != nil || !got.Estimated || got.TokensPerSecond <= 0 {
		t.Fatalf("%+v, %v", got, err)
	}
}

// describing is a client whose provider describes the model.
type describing struct {
	llm.Client
	info llm.ModelInfo
	err  error
}

func (d describing) Describe(context.Context) (llm.ModelInfo, error) { return d.info, d.err }

func TestValidateHearsTheProvider(t *testing.T) {
	t.Parallel()
	able := func() *script.Client { return script.New(script.Call("report_ready", `{}`), script.Say(numbers)) }
	got, err := llm.Validate(t.Context(), describing{able(), llm.ModelInfo{Window: 8192}, nil}, 32768)
	if err != nil || got.Window != 8192 || !strings.Contains(got.Warning, "below recommended 16K") {
		t.Fatalf("%+v, %v", got, err)
	}
	got, err = llm.Validate(t.Context(), describing{able(), llm.ModelInfo{}, &llm.Error{Kind: llm.BadRequest}}, 16000)
	if err != nil || got.Window != 16000 || got.Warning != "" {
		t.Fatalf("no description: %+v, %v", got, err)
	}
	asked := able()
	_, err = llm.Validate(t.Context(), describing{asked, llm.ModelInfo{}, &llm.Error{Kind: llm.ModelAbsent}}, 0)
	if err == nil || len(asked.Requests()) != 0 {
		t.Fatalf("an absent model was asked: %v", err)
	}
}

// TestPaceIsOfTheStream: a model that takes long to begin and then answers at
// once is faster than the whole wait says.
func TestPaceIsOfTheStream(t *testing.T) {
	t.Parallel()
	slow := script.New(script.Call("report_ready", `{}`), func(_ context.Context, _ llm.Request) (*llm.Response, error) {
		time.Sleep(50 * time.Millisecond)
		return &llm.Response{Message: llm.Message{Text: numbers}, Usage: llm.Usage{Completion: 50, Reported: true}}, nil
	})
	got, err := llm.Validate(t.Context(), slow, 0)
	if err != nil || got.TokensPerSecond <= 50/0.050 {
		t.Fatalf("%+v, %v", got, err)
	}
}
