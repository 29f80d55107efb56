package agent

import (
	"slices"
	"testing"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/syntaxtest"
)

// TestAQuestionNamesCode: what is written as code is found in a question, a plain word
// is not.
func TestAQuestionNamesCode(t *testing.T) {
	g := codegraph.Build(syntaxtest.Project(t, `
-- main.go --
package main

func main() { startServer() }

func startServer() { open_door() }

func open_door() {}

func serve() {}
-- lib/door.go --
package lib

type Door struct{}

func (d Door) Close() {}
`), codegraph.Layout{})
	for question, want := range map[string][]string{
		"what does startServer do?":            {"main.go#startServer"},
		"why is open_door here, and serve?":    {"main.go#open_door"},
		"what does `serve` do":                 {"main.go#serve"},
		"who calls serve()?":                   {"main.go#serve"},
		"Does Door.Close() end?":               {"lib/door.go#Door.Close"},
		"what is lib.Door, or lib.Door.Close":  {"lib/door.go#Door", "lib/door.go#Door.Close"},
		"what is other.Door?":                  nil,
		"what is in main.go:3?":                {"main.go"},
		"what is in ./lib/door.go.":            {"lib/door.go"},
		"why does it serve the main page":      nil,
		"startServer startServer open_door()":  {"main.go#startServer", "main.go#open_door"},
		"what is NASA, e.g. in theOtherThing?": nil,
	} {
		var got []string
		for _, n := range targets(g, question) {
			got = append(got, g.ID(n))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}

func TestPlacesAreMerged(t *testing.T) {
	got := merged([]Place{{"b", 5, 9}, {"a", 1, 1}, {"b", 1, 4}, {"b", 20, 30}, {"b", 22, 23}, {"a", 3, 3}})
	if want := []Place{{"b", 1, 9}, {"b", 20, 30}, {"a", 1, 1}, {"a", 3, 3}}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
