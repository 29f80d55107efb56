package inference

import (
	"strings"
	"testing"
)

// TestCleaned: what BertNormalizer of huggingface/tokenizers 0.23.3 gives, lower case
// aside, and unknown for what BertPreTokenizer and WordPiece make unknown.
func TestCleaned(t *testing.T) {
	long := strings.Repeat("x", 101)
	for text, want := range map[string]string{
		"":                                 "",
		"Größe, naïve café, İstanbul":      "Große, naive cafe, Istanbul",
		"안녕":                               "\u110b\u1161\u11ab\u1102\u1167\u11bc",
		"नमस्ते दुनिया":                    "नमसत दनिया",
		"zero\u200bwidth soft\u00adhyphen": "zerowidth softhyphen",
		"a\x00b\ufffdc\x1bd":               "abcd",
		"tab\tnew\r\nline":                 "tab new  line",
		long[:100] + " a":                  long[:100] + " a",
		"a " + long + ".b":                 "a " + unknown + ".b",
		long + "漢" + long:                  unknown + "漢" + unknown,
		long[:60] + "_" + long[:60]:        long[:60] + "_" + long[:60],
	} {
		if got := cleaned(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
