package dockerfile

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestHostileFiles: a file of 1 MiB costs a second and little memory, whatever
// stands in it.
func TestHostileFiles(t *testing.T) {
	const top = "FROM scratch\n"
	again := strings.Repeat
	var names strings.Builder
	for i := range 120_000 {
		fmt.Fprintf(&names, " A%d=$B", i)
	}
	long := "ENV B=" + again("b", 4000) + "\n"
	for name, text := range map[string]string{
		"values":                       top + long + "ENV" + names.String() + "\n",
		"values of an earlier stage":   top + long + "ENV" + names.String() + "\n" + again("FROM 0\nENV C=$A1\n", 199),
		"values of values":             top + "ENV A=aa\n" + again("ENV A=$A$A$A$A\n", 60_000),
		"sources":                      top + long + "COPY " + again("$B ", 300_000) + "/\n",
		"commands":                     top + long + again("RUN "+again("$B", 30_000)+"\n", 16),
		"unknown names":                top + "ENV" + names.String() + "\nCOPY " + again("$X ", 150_000) + "/\n",
		"here-documents without end":   top + again("RUN <<A\n", 120_000),
		"here-documents of many names": top + again("RUN <<A <<B\nA\n", 60_000),
		"here-documents at once":       top + "RUN" + again(" <<A", 60_000) + "\n" + again("x\nA\n", 60_000),
		"a line that goes on":          top + "RUN a\\\n" + again("a\\\n", 340_000),
		"braces in braces":             top + "ENV A=" + again("${A:-", 100_000) + again("}", 100_000),
		"quotes":                       top + "RUN " + again("\"$(", 300_000),
		"stages":                       again("FROM scratch AS s\n", 50_000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		f, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, s := range f.Leading("") {
			s.Steps()
		}
		Swells(text, 1<<17)
		Instructions(text)
		runtime.ReadMemStats(&after)
		took, allocated := time.Since(began), (after.TotalAlloc-before.TotalAlloc)>>20
		if took > 5*time.Second || allocated > 200 {
			t.Errorf("%s: %s and %d MB", name, took.Round(time.Millisecond), allocated)
		}
	}
}

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
