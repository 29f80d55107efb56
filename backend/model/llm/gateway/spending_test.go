package gateway

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/openai"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/spending"
)

// TestTheCapOfAMonthIsKept: a model of the cloud is asked no more once the
// month has cost what the user allows; one of this machine still is.
func TestTheCapOfAMonthIsKept(t *testing.T) {
	asked := 0
	cloud := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		http.Error(w, `{"error":{"message":"not today"}}`, http.StatusBadRequest)
	}))
	t.Cleanup(cloud.Close)
	books := spending.In(t.TempDir(), time.Now)
	if err := books.Add(spending.Entry{Provider: "openai", Model: "gpt-4o-mini", Calls: 1, Prompt: 10_000_000}); err != nil {
		t.Fatal(err)
	}
	limited := Terms{Books: books, Cap: 1}
	for name, c := range map[string]selector.Candidate{
		"the cloud": {Provider: "openai", Model: "gpt-4o-mini", Cloud: true}, "a model without a price": {Provider: "openai", Model: "nobody-knows", Cloud: true}, "this machine": {Provider: "openai", Model: "own"},
	} {
		client, err := openai.New(openai.Options{BaseURL: cloud.URL, Key: "k", Model: c.Model})
		if err != nil {
			t.Fatal(err)
		}
		asked = 0
		_, err = limited.Hold(client, c).Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hello"}}}, nil)
		var e *llm.Error
		if errors.As(err, &e) && (e.Kind == llm.OverCap) != c.Cloud || asked > 0 == c.Cloud || name == "the cloud" && !strings.Contains(err.Error(), "$1.50 of the $1.00 that you allow") {
			t.Errorf("%s: asked %d times, %v", name, asked, err)
		}
	}
}

func TestWhatIsAskedIsBooked(t *testing.T) {
	books := spending.In(served.Alone(t, served.Nowhere), time.Now)
	terms := Terms{Books: books, Cap: 1}
	held := terms.Hold(servedClient(t, 1), cloud)
	if err := chat(t, held, "hello"); err != nil {
		t.Fatal(err)
	}
	month, err := books.Month()
	if err != nil || len(month) != 1 || month[0].Prompt != 1500 || month[0].Estimated != 0 {
		t.Fatalf("%+v %v", month, err)
	}
	if usd, err := Spent(books); err != nil || usd <= 0 || usd > 0.01 {
		t.Errorf("%v dollars, %v", usd, err)
	}
}

// TestACapThatCannotBeReadIsKept: nobody knows how high it is, so the cloud is
// not asked; a model on this machine is.
func TestACapThatCannotBeReadIsKept(t *testing.T) {
	data := served.Alone(t, served.Nowhere)
	if err := os.MkdirAll(filepath.Join(data, "spending"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "spending", "cap.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	terms := Terms{}.WithBooks(func(string) {})
	var refused *llm.Error
	if err := chat(t, terms.Hold(servedClient(t, 1), cloud), "hello"); !errors.As(err, &refused) || refused.Kind != llm.OverCap {
		t.Errorf("the cloud: %v", err)
	}
	if err := chat(t, terms.Hold(servedClient(t, 1), own), "hello"); err != nil {
		t.Errorf("this machine: %v", err)
	}
}

func TestARequestThatIsNotBookedIsSaid(t *testing.T) {
	data := served.Alone(t, served.Nowhere)
	if err := os.WriteFile(filepath.Join(data, "spending"), nil, 0o600); err != nil { // a file, where a folder has to be
		t.Fatal(err)
	}
	var said []string
	terms := Terms{}.WithBooks(func(text string) { said = append(said, text) })
	if err := chat(t, terms.Hold(servedClient(t, 1), own), "hello"); err != nil {
		t.Fatal(err)
	}
	if len(said) != 1 || !strings.Contains(said[0], "a request is missing in the month's sum") {
		t.Errorf("%q", said)
	}
}
