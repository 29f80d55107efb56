package provider

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"aipack/backend/cli"
)

func TestServersAreListed(t *testing.T) {
	t.Parallel()
	list := func(arguments ...string) string {
		var out bytes.Buffer
		c := servers(&cli.Program{Streams: cli.Streams{Out: &out, Err: &out}})
		c.SetArgs(arguments)
		if err := c.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	text := list()
	for _, want := range []string{"Azure OpenAI\n  address  https://RESOURCE.openai.azure.com/openai/v1\n  key      AZURE_OPENAI_API_KEY, or saved with: ", "Vertex AI\n", "  key      saved with: aipack provider key set openai --base-url ADDRESS\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	var all []known
	if err := json.Unmarshal([]byte(list("--format", "json")), &all); err != nil || len(all) < 9 || all[0].Address == "" {
		t.Errorf("%+v, %v", all, err)
	}
}
