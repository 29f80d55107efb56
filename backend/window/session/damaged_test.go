package session

import (
	"encoding/json"
	"strings"
	"testing"

	"aipack/backend/store"
)

// TestADamagedPartOfARunHidesNoOther: the documents and events that can be read are
// there, and the run says that others are not.
func TestADamagedPartOfARunHidesNoOther(t *testing.T) {
	m := empty(t)
	if err := m.store.Put(store.Run{ID: "torn", Path: "/p", Name: "p", State: "completed", Services: 2, StartedAt: 1},
		[]store.Event{{Seq: 1, JSON: json.RawMessage(`{"seq":1,"run_id":"torn","ts":1,"type":"run.started","event":{}}`)}},
		[]store.Document{{Service: "api", Name: "api", Original: `{"version":`}, {Service: "web", Name: "web", Original: `{"version":"1.0"}`}}); err != nil {
		t.Fatal(err)
	}
	r, err := m.Run("torn")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.docs) != 1 || r.docs[0].Service != "web" || len(r.events) != 1 || !strings.Contains(r.row.Message, "cannot be read") || r.row.Advice == "" {
		t.Errorf("%d documents, %d events, %q", len(r.docs), len(r.events), r.row.Message)
	}
}
