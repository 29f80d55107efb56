package universalbuild

import (
	"encoding/json"
	"testing"
)

// detected is a small document with its evidence.
func detected() UniversalBuild {
	return UniversalBuild{
		Metadata: Metadata{ProjectName: "shop", Path: ".", Language: "go"},
		Runtime:  Runtime{BaseImage: "debian:bookworm-slim", Command: []string{"./shop", "serve"}, Ports: []Port{{Port: 8080, Protocol: "tcp"}}},
		Evidence: []Evidence{
			{Field: "/runtime/command", Value: "./shop serve", Confidence: 0.9, Source: "rule", Rule: "procfile", Path: "Procfile", Line: 1},
			{Field: "/runtime/ports/0/port", Value: "8080", Confidence: 0.7, Source: "rule", Rule: "listen", Path: "main.go", Line: 12},
		},
	}
}

func TestEditsLeadFromOneDocumentToAnother(t *testing.T) {
	from, to := Normal(detected()), Normal(detected())
	to.Runtime.Command = []string{"./shop"}
	to.Runtime.Ports[0].Port = 9000
	to.Runtime.Environment = map[string]string{"MODE": "demo"}
	edits := Edits(from, to)
	fields := map[string]string{}
	for _, e := range edits {
		fields[e.Field] = string(e.Value)
	}
	if len(edits) != 3 || fields["/runtime/command"] != `["./shop"]` || fields["/runtime/environment/MODE"] != `"demo"` || fields["/runtime/ports"] == "" {
		t.Errorf("%v", fields)
	}
	got, err := Apply(from, edits)
	if err != nil || len(Diff(got, to)) != 0 {
		t.Errorf("%v, %+v", err, Diff(got, to))
	}
}

func TestEditsAreMadeTogetherOrNotAtAll(t *testing.T) {
	from := Normal(detected())
	good, bad := Edit{"/runtime/user", json.RawMessage(`"app"`)}, Edit{"/no/such", json.RawMessage("1")}
	if got, err := Apply(from, []Edit{good, bad}); err == nil || len(Diff(from, got)) != 0 {
		t.Errorf("%v, %+v", err, Diff(from, got))
	}
	if got, err := Apply(from, []Edit{good}); err != nil || got.Runtime.User != "app" {
		t.Errorf("%v, user %q", err, got.Runtime.User)
	}
}

func TestWhatTheUserDecidesKeepsTheOlderReason(t *testing.T) {
	edited := Normal(detected())
	edited.Runtime.Ports[0].Port = 9000
	got := Attributed(Normal(detected()), edited)
	mine := got.Behind("/runtime/ports/0/port")
	if mine.Source != "user" || mine.Value != "9000" || len(mine.Alternatives) != 1 || mine.Alternatives[0].Rule != "listen" || mine.Alternatives[0].Value != "8080" {
		t.Errorf("%+v", mine)
	}
	if e := got.Behind("/runtime/command/1"); e.Rule != "procfile" {
		t.Errorf("a part of the whole: %+v", e)
	}
	if e := got.Behind("/runtime/ports"); e.Source != "user" {
		t.Errorf("the whole of a part: %+v", e)
	}
	if e := got.Behind("/build/base_image"); e.Field != "" {
		t.Errorf("nothing stands behind it: %+v", e)
	}
}
