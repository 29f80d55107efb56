package dockerfile

import (
	"strings"
	"testing"
)

func TestSwells(t *testing.T) {
	const top = "FROM scratch\n"
	again := strings.Repeat
	for name, c := range map[string]struct {
		text string
		line int // 0: it does not
	}{
		"doubles":                  {top + "ENV A=xx\n" + again("ENV A=$A$A\n", 40), 11},
		"doubles by defaults":      {top + again("ENV A=${A:-xx}${A:-xx}\n", 40), 9}, // the value and the word are both counted
		"doubles by alternatives":  {top + "ENV A=xx\n" + again("ENV A=${A:+$A$A}\n", 40), 8},
		"before the stages":        {"ARG A=xx\n" + again("ARG A=${A}${A}\n", 40) + top, 10},
		"in turns":                 {top + "ENV A=xx\n" + again("ENV B=$A$A\nENV A=$B\n", 40), 19},
		"replaces":                 {top + "ENV A=" + again("a", 100) + "\n" + again("ENV A=${A//a/bbbbbbbbbb}\n", 10), 3}, // 1,010 letters by the bound, 1,000 in truth
		"two stages, one name":     {top + "ENV A=xx\n" + again("FROM 0\nENV A=$A$A\n", 40), 20},
		"old form":                 {top + "ENV A xx\n" + again("ENV A $A$A\n", 40), 11},
		"grows by a word":          {top + again("ENV PATH=/opt/tool/bin:$PATH\n", 40), 0},
		"is replaced by one":       {top + "ARG V=1.2.3\n" + again("ENV V=${V//./_}\n", 400), 0},
		"nothing doubles nothing":  {top + again("ARG A=${A}${A}\nARG A=$A$A\n", 400), 0},
		"named often":              {top + "ARG V=1.2.3\nENV U=https://a/$V/$V/$V/$V\n", 0},
		"a word is no name":        {top + "ENV A=xx\n" + again("ENV A='$'A$\n", 400), 0},
		"in a comment and a shell": {top + "ENV A=xx\n" + again("# ENV A=$A$A\nRUN A=$A$A\n", 400), 0},
	} {
		v, swells := Swells(c.text, 1000)
		if swells != (c.line > 0) || v.Line != c.line {
			t.Errorf("%s: %v, line %d, want %d", name, swells, v.Line, c.line)
		}
	}
}

func FuzzSwells(f *testing.F) {
	f.Add("FROM scratch\nENV A=${A:-x}${A//a/${B}}\n")
	f.Add("ARG A=$\nARG A=${\nARG ${A/}\n")
	f.Fuzz(func(t *testing.T, text string) {
		v, swells := Swells(text, 64)
		if swells && (v.Line < 1 || v.Line > strings.Count(text, "\n")+1) {
			t.Errorf("line %d", v.Line)
		}
		Instructions(text)
	})
}
