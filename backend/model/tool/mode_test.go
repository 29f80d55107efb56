package tool

import (
	"slices"
	"testing"

	"aipack/backend/base/tokens"
	"aipack/backend/model/conversation"
)

// TestEveryToolHasAMode, and every name of a mode is a tool's.
func TestEveryToolHasAMode(t *testing.T) {
	var all, named []string
	for _, tool := range append(All(), codeTools()...) {
		all = append(all, tool.Name)
	}
	for _, of := range needed {
		named = append(append(named, of.always...), of.further...)
	}
	slices.Sort(all)
	slices.Sort(named)
	if named = slices.Compact(named); !slices.Equal(all, named) {
		t.Errorf("tools are\n%v\nand modes name\n%v", all, named)
	}
}

// TestToolsKeepToTheirRoom offers fewer where there is little, in the order of need.
func TestToolsKeepToTheirRoom(t *testing.T) {
	count := tokens.Estimate{}
	for mode, terminal := range map[Mode]bool{Detecting: true, Asking: false} {
		o := Options{Mode: mode, Code: func() Code { return Code{} }, Counter: count}
		names := func(room int) (out []string) {
			o.Room = room
			for _, d := range New(o).Definitions() {
				out = append(out, d.Name)
			}
			return out
		}
		whole := names(0)
		if want := len(needed[mode].always) + len(needed[mode].further); len(whole) != want || slices.Contains(whole, "submit_detection") != terminal {
			t.Errorf("%v are offered", whole)
		}
		last := len(whole)
		for room := conversation.ToolTokens(count, New(o).Definitions()); room > 0; room -= 50 {
			got := names(room)
			if len(got) > last || len(got) < len(needed[mode].always) {
				t.Errorf("%d tokens: %v", room, got)
			}
			if tokens := conversation.ToolTokens(count, New(o).Definitions()); tokens > room && len(got) > len(needed[mode].always) {
				t.Errorf("%d tokens of %d: %v", tokens, room, got)
			}
			last = len(got)
		}
		if last != len(needed[mode].always) {
			t.Errorf("without room %d are offered", last)
		}
	}
}
