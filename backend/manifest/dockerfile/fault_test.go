package dockerfile

import "testing"

func TestFaultOf(t *testing.T) {
	for content, line := range map[string]int{
		"ARG V=1\nFROM node:$V\nrun npm ci && \\\n  npm run build\n": 0,
		"FROM node:22\nRUN <<EOF\nCOPPY in a script\nEOF\n":          0,
		"FROM node:22\nENV\tA=1\n":                                   0,
		"FROM node:22\n\nCOPPY . .\n":                                3,
		"RUN ls\nFROM node:22\n":                                     1,
		"# nothing\n":                                                1,
	} {
		if got, _ := FaultOf(content); got.Line != line {
			t.Errorf("%q: line %d (%s), want %d", content, got.Line, got.Message, line)
		}
	}
}
