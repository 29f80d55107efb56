package source

import (
	"strings"
	"testing"
)

// Whatever stands in a text may be held by it, in upper case, too.
func FuzzTrigrams(f *testing.F) {
	f.Add("app.listen(process.env.PORT || 3000)\n", 4, 9)
	f.Add("größe = Größe('ÄÖÜ')", 0, 3)
	f.Add(strings.Repeat("port = 1\n", 500), 17, 2000)
	f.Fuzz(func(t *testing.T, text string, from, length int) {
		if from < 0 || length < 0 || from > len(text) || length > len(text)-from {
			return
		}
		known, part := trigramsOf(text), text[from:from+length]
		if !known.mayHold(part) || !known.mayHold(foldASCII(part)) {
			t.Fatalf("%q stands in %q", part, text)
		}
	})
}

// What is not there is told apart, also where the file is large.
func TestMostLiteralsStandInNoFile(t *testing.T) {
	t.Parallel()
	file := File{text: strings.Repeat("const port = Number(process.env.PORT)\nserver.listen(port)\n", 1000)}
	for _, absent := range []string{"axum::serve(", "@Controller(", "os.Getenv(", "FastAPI(", "portable"} {
		if file.mayHold(absent) || file.Contains(absent) || file.ContainsFold(absent) {
			t.Errorf("%q may stand in the file", absent)
		}
	}
	if !file.Contains("Number(process") || file.Contains("number(process") || !file.ContainsFold("NUMBER(PROCESS") || !file.mayHold("po") || !file.mayHold("") {
		t.Error("what stands in the file is not found")
	}
	if !file.mayHoldEach(nil) || !file.mayHoldEach([][]string{{"axum::", "listen("}}) || file.mayHoldEach([][]string{{"listen("}, {"axum::"}}) {
		t.Error("one literal of each set is asked for")
	}
}
