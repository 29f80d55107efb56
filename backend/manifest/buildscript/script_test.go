package buildscript

import "testing"

func TestStatementsEndWithTheirLines(t *testing.T) {
	got := Parse("a 'x', // no\n  'y'\nb {\n  c \"{\" /* } */; d\n}\n")
	if len(got) != 2 || !got[0][0].Is(Word, "a") || len(got[1]) != 2 || len(got[1][1].Block) != 2 {
		t.Fatalf("%+v", got)
	}
	if !HasWord(got[1], "d") || HasWord(got[0], "d") || !AnyHasWord(got, "c") {
		t.Error("words in blocks are not found")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a{{{{'\"\"\"/*")
	f.Add("x := (a %% \"b\" % c)\n.d { it -> e }\n")
	f.Fuzz(func(t *testing.T, content string) {
		for _, s := range Parse(content) {
			if len(s) == 0 {
				t.Fatal("a statement is empty")
			}
		}
	})
}
