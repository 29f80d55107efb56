package tokens

import (
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// oracle is the library that encodes, with the same tables.
var oracle = map[*Encoding]func() *tiktoken.Tiktoken{
	CL100K: sync.OnceValue(func() *tiktoken.Tiktoken { return must("cl100k_base") }),
	O200K:  sync.OnceValue(func() *tiktoken.Tiktoken { return must("o200k_base") }),
}

func must(name string) *tiktoken.Tiktoken {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	t, err := tiktoken.GetEncoding(name)
	if err != nil {
		panic(err)
	}
	return t
}

func same(t *testing.T, text string) {
	t.Helper()
	text = strings.ToValidUTF8(text, "\uFFFD")
	for e, library := range oracle {
		got, err := e.Count(text)
		if want := len(library().EncodeOrdinary(text)); err != nil || got != want {
			t.Errorf("%s: %q has %d tokens, counted %d, %v", e.Name, text, want, got, err)
		}
	}
}

func TestCountsAreTheLibrarys(t *testing.T) {
	for _, text := range []string{
		"", "a", "hello world", "antidisestablishmentarianism", "it's we'RE I'll they'd 'tis 'LLama '", "x'ſ", "お誕生日おめでとう", "<|endoftext|>", "12345 6", "  a   b \n\n c\t\n  ", "   ", "\r\n\r\n x", "camelCaseHTTPServer", "ÀÉÎõü", "ǅungla", "e\u0301a\u0301", "\u0301x", " \u0301X", "ʰʰA", "中Aa中", "a/b//c\n/d", "http://x/\n\n/", "🎉🎉 👨‍👩‍👧", "\u00a0\u3000x", "٣٤٥٦", "½¾", "\xff\xfe",
	} {
		same(t, text)
	}
	source, err := os.ReadFile("tokens.go")
	if err != nil {
		t.Fatal(err)
	}
	same(t, string(source))
}

// TestEveryCharacterIsCutAsByTheLibrary puts each character of the first plane
// between others.
func TestEveryCharacterIsCutAsByTheLibrary(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 37
	}
	var b strings.Builder
	for r := rune(0); r < 0x10000; r += rune(step) {
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		b.WriteString("a")
		b.WriteRune(r)
		b.WriteString("B ")
		b.WriteRune(r)
		b.WriteRune(r)
		b.WriteString("1\n")
		if b.Len() > 4000 {
			same(t, b.String())
			b.Reset()
		}
	}
	same(t, b.String())
}

func TestAnyTextIsCountedAsByTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	parts := []string{"a", "B", " ", "  ", "\n", "\r\n", "'s", "'", "1", "234", "é", "Ⅷ", "ʰ", "中", "\u0301", "/", "!", "_", "\t", "ß", "ǅ", "\u00a0", "word", "Word", "WORD", "🎉"}
	for range 1500 {
		var b strings.Builder
		for range random.IntN(30) {
			if random.IntN(8) == 0 {
				b.WriteRune(rune(random.IntN(unicode.MaxRune)))
			}
			b.WriteString(parts[random.IntN(len(parts))])
		}
		same(t, b.String())
	}
}

func TestABrokenTableIsAnError(t *testing.T) {
	for _, content := range []string{"IQ== 1\n", "!!!! 0\n", "IQ==\n"} {
		if _, err := parse([]byte(content + "x")); err == nil {
			t.Errorf("%q is a table", content)
		}
	}
}

// text is of the kind that is counted: a source of 16,000 tokens or so.
func text(b *testing.B) string {
	source, err := os.ReadFile("tokens.go")
	if err != nil {
		b.Fatal(err)
	}
	return strings.Repeat(string(source), 64_000/len(source))
}

// BenchmarkCountWarm counts what fills a context.
func BenchmarkCountWarm(b *testing.B) {
	s := text(b)
	n, _ := O200K.Count(s)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = O200K.Count(s)
	}
	b.ReportMetric(float64(n), "tokens")
}

// BenchmarkCountCold counts the same with a table that was never read.
func BenchmarkCountCold(b *testing.B) {
	s := text(b)
	b.ReportAllocs()
	for b.Loop() {
		e := &Encoding{split: o200k, table: lazily("o200k_base.tiktoken")}
		_, _ = e.Count(s)
	}
}

// BenchmarkTheLibraryCold is what loading and counting takes the library.
func BenchmarkTheLibraryCold(b *testing.B) {
	s := text(b)
	b.ReportAllocs()
	for b.Loop() {
		ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe("o200k_base.tiktoken")
		if err != nil {
			b.Fatal(err)
		}
		core, err := tiktoken.NewCoreBPE(ranks, map[string]int{}, `\s+|\S+`)
		if err != nil {
			b.Fatal(err)
		}
		tiktoken.NewTiktoken(core, &tiktoken.Encoding{}, nil).EncodeOrdinary(s[:100])
	}
}

// TestAWordWithoutEndTakesNoTime counts what would take the library minutes.
func TestAWordWithoutEndTakesNoTime(t *testing.T) {
	for _, word := range []string{"a", "日", "-", "\u0301"} {
		n, err := O200K.Count(strings.Repeat(word, 300_000/len(word)))
		if err != nil || n < 1000 || n > 300_000 {
			t.Errorf("%q: %d tokens, %v", word, n, err)
		}
	}
}
