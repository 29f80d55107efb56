// Package boundedtest makes texts that nobody writes, for tests of what reads a
// stranger's: each shape in any notation.
package boundedtest

import (
	"fmt"
	"slices"
	"strings"
)

// Size is how long the long texts are, in bytes: just what is read of a file.
const Size = 1<<20 - 1<<10

// Notation is how a format writes what shapes are made of.
type Notation struct {
	Head    string // a text that is well formed up to its end, where others are added
	Open    string // what may stand within itself: "{a=", "<a>"
	Close   string // its end
	Pair    string // a key with a value, with its line: "%s = %s\n"
	Quote   string // what a string begins and ends with
	Comment string // what begins a comment
	Refer   string // the value of a key: "${%s}"; "" where a format has none
	Join    string // what stands between two parts of one key: "."
}

// Text is one text, and what it is. It is made when it is asked for, so that a test
// that measures memory has little of its own.
type Text struct {
	Name string
	Make func() string
}

func fill(part string) string { return strings.Repeat(part, Size/max(len(part), 1)) }

// numbered is a form filled with 0, 1, 2 …, as long as texts are.
func numbered(form func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < Size; i++ {
		b.WriteString(form(i))
	}
	return b.String()[:Size]
}

// Texts are all shapes in one notation. None is longer than 1 MiB with the head.
func Texts(n Notation) []Text {
	return slices.Concat(letters(n), brackets(n), keys(n), references(n))
}

func (n Notation) pair(key, value string) string { return fmt.Sprintf(n.Pair, key, value) }

func (n Notation) said(value string) string { return n.pair("a", n.Quote+value+n.Quote) }

func (n Notation) refer(key string) string {
	if n.Refer == "" {
		return key
	}
	return fmt.Sprintf(n.Refer, key)
}

func (n Notation) with(text string) string { return n.Head + text[:min(len(text), Size-len(n.Head))] }

func (n Notation) deep(levels int) string {
	levels = min(levels, Size/(len(n.Open)+len(n.Close)+1)-2)
	return strings.Repeat(n.Open, levels) + strings.Repeat(n.Close, levels)
}

// letters are shapes of bytes, lines and blanks.
func letters(n Notation) []Text {
	return []Text{
		{"nothing", func() string { return "" }},
		{"the head alone", func() string { return n.Head }},
		{"the head, cut", func() string { return n.Head[:len(n.Head)/2] }},
		{"the head, again and again", func() string { return fill(n.Head) }},
		{"the head on one line", func() string { return n.with(strings.ReplaceAll(fill(n.Head), "\n", " ")) }},
		{"the head behind a byte order mark", func() string { return "\ufeff" + n.Head }},
		{"byte order marks", func() string { return n.with(fill("\ufeff")) }},
		{"UTF-16", func() string { return wide(n.Head) }},
		{"lines that end in two bytes", func() string {
			return strings.ReplaceAll(n.with(numbered(func(i int) string { return n.pair(fmt.Sprint("k", i), "1") })), "\n", "\r\n")[:Size]
		}},
		{"lines that end as they once did", func() string { return strings.ReplaceAll(n.with(fill(n.said("b"))), "\n", "\r") }},
		{"zeros", func() string { return n.with(fill("\x00")) }},
		{"zeros between", func() string { return n.with(fill(n.pair("a\x00", "\x00"))) }},
		{"what is no UTF-8", func() string { return n.with(fill(n.said("\xff\xfe\xc0\x80\xed\xa0\x80"))) }},
		{"all bytes", func() string { return n.with(numbered(func(i int) string { return string([]byte{byte(i)}) })) }},
		{"letters of every kind", func() string { return n.with(fill(n.pair("ä世\u202e𝒳", n.Quote+"\u2028\u0000é́"+n.Quote))) }},
		{"signs of a terminal", func() string { return n.with(fill(n.said("\x1b[2J\x07\b"))) }},
		{"blanks", func() string { return n.with(fill(" ")) }},
		{"tabs and blanks", func() string { return n.with(fill("\t \n")) }},
		{"empty lines", func() string { return n.with(fill("\n")) }},
	}
}

// brackets are shapes of what opens and closes, and of signs.
func brackets(n Notation) []Text {
	return []Text{
		{"deeper and deeper", func() string { return n.with(stairs(n)) }},
		{"opened", func() string { return n.with(fill(n.Open)) }},
		{"opened, a line each", func() string { return n.with(fill(n.Open + "\n")) }},
		{"opened and closed a hundred times", func() string { return n.with(n.deep(99)) }},
		{"opened and closed ten thousand times", func() string { return n.with(n.deep(10_000)) }},
		{"opened and closed as often as there is room", func() string { return n.with(n.deep(Size)) }},
		{"opened and closed side by side", func() string { return n.with(fill(n.Open + n.Close)) }},
		{"closed", func() string { return n.with(fill(n.Close)) }},
		{"all brackets", func() string { return n.with(fill("([{<")) }},
		{"dots", func() string { return n.with("from " + fill(".") + " import a\n") }},
		{"words and dashes", func() string { return n.with("plugins { " + fill("a-")) }},
		{"commas", func() string { return n.with(fill(",")) }},
		{"colons and equals", func() string { return n.with(fill(":=")) }},
		{"a string without end", func() string { return n.with(fmt.Sprintf(n.Pair, "a", n.Quote+fill("b"))) }},
		{"strings without end, a line each", func() string { return n.with(fill("a = " + n.Quote + "\n")) }},
		{"all quotes", func() string { return n.with(fill("\"'`")) }},
		{"escapes", func() string { return n.with(fill(n.said(`\\\"\x41\u0041\U00110000\777`))) }},
		{"lines that go on", func() string { return n.with(fill("a \\\n")) }},
	}
}

// keys are shapes of keys and values.
func keys(n Notation) []Text {
	return []Text{
		{"a long key", func() string { return n.with(n.pair(fill("k")[:Size-1000], "1")) }},
		{"a key of many parts", func() string { return n.with(n.pair(fill("k" + n.Join)[:Size-1000]+"k", "1")) }},
		{"many keys of many parts", func() string {
			return n.with(numbered(func(i int) string { return n.pair(strings.Repeat("k"+n.Join, 90)+fmt.Sprint("k", i), "1") }))
		}},
		{"a long value", func() string { return n.with(n.said(fill("v")[:Size-1000])) }},
		{"a long line of words", func() string { return n.with(fill("a b=c --d ")) }},
		{"many keys", func() string { return n.with(numbered(func(i int) string { return n.pair(fmt.Sprint("k", i), "1") })) }},
		{"one key", func() string { return n.with(fill(n.pair("name", "1"))) }},
		{"a huge number", func() string { return n.with(n.pair("a", fill("9")[:Size-1000])) }},
		{"numbers that are none", func() string {
			return n.with(fill(n.pair("port", "1e999999999") + n.pair("version", "-9223372036854775809") + n.pair("a", "NaN") + n.pair("b", "0x") + n.pair("c", ".inf")))
		}},
		{"versions", func() string { return n.with(n.said(strings.Repeat("^1.2 || >=3 <4 || ", 50_000))) }},
		{"times", func() string { return n.with(fill(n.pair("a", "9999-99-99T99:99:99.999999999+99:99"))) }},
	}
}

// references are shapes of what stands for something else.
func references(n Notation) []Text {
	return []Text{
		{"a comment without end", func() string { return n.with(n.Comment + fill("c")) }},
		{"comments", func() string { return n.with(fill(n.Comment + "\n")) }},
		{"comments in comments", func() string { return n.with(fill("/* <!-- # ")) }},
		{"a value of itself", func() string { return n.with(fill(n.pair("a", n.refer("a")+n.refer("a")))) }},
		{"values of values", func() string {
			return n.with(numbered(func(i int) string {
				return n.pair(fmt.Sprint("a", i+1), n.refer(fmt.Sprint("a", i))+n.refer(fmt.Sprint("a", i)))
			}))
		}},
		{"anchors", func() string {
			return n.with("a0: &a0 [x]\n" + numbered(func(i int) string { return fmt.Sprintf("a%d: &a%[1]d [*a%[2]d, *a%[2]d]\n", i+1, i) }))
		}},
		{"entities", func() string {
			return "<!DOCTYPE a [<!ENTITY e0 'x'>" + numbered(func(i int) string { return fmt.Sprintf("<!ENTITY e%d '&e%[2]d;&e%[2]d;'>", i+1, i) })[:Size-2000] + "]>\n<a>&e9;</a>"
		}},
		{"an entity of a file", func() string {
			return "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>\n<a>&e;</a>\n" + n.Head
		}},
		{"templates", func() string { return n.with(fill("{{ if a }}{% for b in c %}")) }},
		{"commands in commands", func() string { return n.with(fill("$(")) }},
		{"patterns of many choices", func() string { return n.with(n.pair("members", n.Quote+strings.Repeat("{a,a}", 60)+"b"+n.Quote)) }},
		{"patterns of stars", func() string {
			return n.with(numbered(func(i int) string { return n.said(fmt.Sprint(strings.Repeat("**/*a*", 20), i)) }))
		}},
		{"expressions", func() string { return n.with(fill(n.said("(((a+)+)+)+$"))) }},
		{"paths that lead outside", func() string { return n.with(outside(n, "../outside/")) }},
		{"paths from the top", func() string { return n.with(outside(n, "/etc/")) }},
		{"many paths", func() string {
			return n.with(numbered(func(i int) string { return n.said(fmt.Sprint("./", strings.Repeat("d/", 20), i)) }))
		}},
	}
}

// outside names files beside the project under the keys by which formats include
// others.
func outside(n Notation, dir string) string {
	var b strings.Builder
	for _, key := range []string{"include", "extends", "path", "file", "workspace", "env_file", "readme", "from", "import", "source", "-r", "apply", "parent", "members", "load"} {
		b.WriteString(fmt.Sprintf(n.Pair, key, n.Quote+dir+"secret"+n.Quote))
		b.WriteString(key + " " + dir + "secret\n" + key + " \"" + dir + "secret\"\n")
	}
	return b.String()
}

func wide(text string) string {
	b := []byte("\xff\xfe")
	for _, c := range []byte(text) {
		b = append(b, c, 0)
	}
	return string(b)
}

func stairs(n Notation) string {
	var b strings.Builder
	for i := 0; b.Len() < Size; i++ {
		b.WriteString(strings.Repeat(" ", i) + fmt.Sprintf(n.Pair, "a", ""))
	}
	return b.String()[:Size]
}
