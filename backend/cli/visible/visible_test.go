package visible

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestWhatSteersATerminalIsShown(t *testing.T) {
	for given, want := range map[string]string{
		"plain, Grüße, 日本":             "plain, Grüße, 日本",
		"a\x1b[2Jb":                    `a\x1b[2Jb`,
		"a\nb\tc\rd\x00":               `a\nb\tc\rd\x00`,
		"\u009b31m":                    `\x9b31m`, // one character that many terminals take for ESC [
		"exe\u202egpj":                 `exe\u202egpj`,
		"o\u200bk\U000e0052\U000e0101": `o\u200bk\U000e0052\U000e0101`, // tags spell words that a model reads
		"नमस्ते, 👩\u200d💻, ❤\ufe0f": "नमस्ते, 👩\u200d💻, ❤\ufe0f", // what joins and chooses pictures
		"half \xff\xc3": `half \xff\xc3`,
		"":              "",
	} {
		if got := Text(given); got != want {
			t.Errorf("%q is shown as %s, want %s", given, got, want)
		}
	}
	if got := Block("a\nb\t\x1b[1m"); got != "a\nb\t"+`\x1b[1m` {
		t.Errorf("%q", got)
	}
}

func TestOnlyOurOwnLineBreaksStay(t *testing.T) {
	var b bytes.Buffer
	Fprintf(&b, "%s:%d: %s\n", "a\nb", 7, errors.New("x\x07"))
	fmt.Fprintf(Lines(&b), "%s\n", "c\nd")
	if got := b.String(); got != `a\nb:7: x\x07`+"\n"+`c\nd`+"\n" {
		t.Errorf("%q", got)
	}
}

func FuzzText(f *testing.F) {
	f.Add("a\x1b\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		if got := Text(s); strings.ContainsFunc(got, steers) {
			t.Errorf("%q", got)
		}
	})
}
