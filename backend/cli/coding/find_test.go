package coding

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/code/syntax/parserpool"
)

// TestMain makes this test program its own reader of sources, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == parserpool.Command {
		if parserpool.Serve(os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// doors is a model to which a text means a door, or does not.
type doors struct{ read int }

func (d *doors) Embed(_ context.Context, texts []string, hear func(int)) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		d.read++
		v := []float32{0, 1}
		if strings.Contains(t, "gate") || strings.Contains(t, "entrance") {
			v = []float32{1, 0}
		}
		out = append(out, v)
	}
	hear(len(texts))
	return out, nil
}

func (d *doors) Close() error { return nil }

func found(t *testing.T, parts Parts, args ...string) (names []string, by, said string) {
	t.Helper()
	var out, heard bytes.Buffer
	code := cli.Run(t.Context(), cli.Rooms{}, append([]string{"code", "find", "--format", "json"}, args...), cli.Streams{Out: &out, Err: &heard}, parts.Code)
	if code != 0 {
		t.Fatalf("code %d: %s", code, &heard)
	}
	var answer struct {
		By    string
		Found []struct{ Name string }
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		t.Fatalf("%v in %s", err, &out)
	}
	for _, f := range answer.Found {
		names = append(names, f.Name)
	}
	return names, answer.By, heard.String()
}

func TestFind(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	source := "package a\n\n// Save keeps a file.\nfunc Save() {}\n\n// Gate lets nobody through without a key.\nfunc Gate() {}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	model := &doors{}
	with := Parts{Meaning: func() (Meaning, string, error) { return model, "doors", nil }}
	names, by, _ := found(t, with, dir, "entrance")
	if len(names) != 2 || names[0] != "Gate" || by != "words and meaning" {
		t.Errorf("by meaning: %q by %s", names, by)
	}
	if found(t, with, dir, "entrance"); model.read != 4 { // the question twice, the symbols once
		t.Errorf("the model read %d texts", model.read)
	}
	if names, by, _ := found(t, with, "--words", dir, "keeps the entrance"); len(names) != 1 || names[0] != "Save" || by != "words" || model.read != 4 {
		t.Errorf("by words: %q by %s", names, by)
	}
	without := Parts{Meaning: func() (Meaning, string, error) {
		return nil, "", &fault.Fault{Code: fault.ModelNotFound, Message: "it is not here", Hint: "get it"}
	}}
	if names, by, said := found(t, without, dir, "a key"); len(names) == 0 || names[0] != "Gate" || by != "words" || !strings.Contains(said, "it is not here; get it") {
		t.Errorf("without the model: %q by %s, said %s", names, by, said)
	}
	broken := Parts{Meaning: func() (Meaning, string, error) { return nil, "", errors.New("broken") }}
	if names, _, said := found(t, broken, dir, "nothing alike"); len(names) != 0 || !strings.Contains(said, "broken") {
		t.Errorf("%q, said %s", names, said)
	}
}
