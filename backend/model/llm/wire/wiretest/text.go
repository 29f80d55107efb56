package wiretest

import (
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

// Key is what the clients of tests are given where they need one.
const Key = "test-key-123456"

// Must makes a client.
func Must[C llm.Client](t testing.TB, make func(wire.Options) (C, error), o wire.Options) C {
	t.Helper()
	c, err := make(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Text checks that an answer whose pieces are "Hel" and "lo" is heard piece by
// piece and comes whole, with its usage. It gives what the server saw.
func Text(t *testing.T, client func(url string) llm.Client, contentType string, usage llm.Usage, stream ...string) Seen {
	t.Helper()
	s := Serve(t, Stream(contentType, stream...))
	var heard []string
	request := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}
	got, err := client(s.URL).Chat(t.Context(), request, func(p llm.Piece) { heard = append(heard, p.Text) })
	if err != nil {
		t.Fatal(err)
	}
	if got.Message.Text != "Hello" || strings.Join(heard, "|") != "Hel|lo" || got.Stop != llm.StopDone || got.Usage != usage {
		t.Fatalf("got %+v, heard %q", got, heard)
	}
	return s.Requests()[0]
}
