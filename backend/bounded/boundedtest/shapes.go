// Package boundedtest makes texts that nobody writes, for tests of what reads a
// stranger's: each shape in any notation.
package boundedtest

import (
	"fmt"
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
	pair := func(key, value string) string { return fmt.Sprintf(n.Pair, key, value) }
	said := func(value string) string { return pair("a", n.Quote+value+n.Quote) }
	refer := func(key string) string {
		if n.Refer == "" {
			return key
		}
		return fmt.Sprintf(n.Refer, key)
	}
	with := func(text string) string { return n.Head + text[:min(len(text), Size-len(n.Head))] }
	deep := func(levels int) string {
		levels = min(levels, Size/(len(n.Open)+len(n.Close)+1)-2)
		return strings.Repeat(n.Open, levels) + strings.Repeat(n.Close, levels)
	}
	return []Text{
		{"nothing", func() string { return "" }},
		{"the head alone", func() string { return n.Head }},
		{"the head, cut", func() string { return n.Head[:len(n.Head)/2] }},
		{"the head, again and again", func() string { return fill(n.Head) }},
		{"the head on one line", func() string { return with(strings.ReplaceAll(fill(n.Head), "\n", " ")) }},
		{"the head behind a byte order mark", func() string { return "\ufeff" + n.Head }},
		{"byte order marks", func() string { return with(fill("\ufeff")) }},
		{"UTF-16", func() string { return wide(n.Head) }},
		{"lines that end in two bytes", func() string {
			return strings.ReplaceAll(with(numbered(func(i int) string { return pair(fmt.Sprint("k", i), "1") })), "\n", "\r\n")[:Size]
		}},
		{"lines that end as they once did", func() string { return strings.ReplaceAll(with(fill(said("b"))), "\n", "\r") }},
		{"zeros", func() string { return with(fill("\x00")) }},
		{"zeros between", func() string { return with(fill(pair("a\x00", "\x00"))) }},
		{"what is no UTF-8", func() string { return with(fill(said("\xff\xfe\xc0\x80\xed\xa0\x80"))) }},
		{"all bytes", func() string { return with(numbered(func(i int) string { return string([]byte{byte(i)}) })) }},
		{"letters of every kind", func() string { return with(fill(pair("ä世\u202e𝒳", n.Quote+"\u2028\u0000é́"+n.Quote))) }},
		{"signs of a terminal", func() string { return with(fill(said("\x1b[2J\x07\b"))) }},
		{"blanks", func() string { return with(fill(" ")) }},
		{"tabs and blanks", func() string { return with(fill("\t \n")) }},
		{"empty lines", func() string { return with(fill("\n")) }},
		{"deeper and deeper", func() string { return with(stairs(n)) }},
		{"opened", func() string { return with(fill(n.Open)) }},
		{"opened, a line each", func() string { return with(fill(n.Open + "\n")) }},
		{"opened and closed a hundred times", func() string { return with(deep(99)) }},
		{"opened and closed ten thousand times", func() string { return with(deep(10_000)) }},
		{"opened and closed as often as there is room", func() string { return with(deep(Size)) }},
		{"opened and closed side by side", func() string { return with(fill(n.Open + n.Close)) }},
		{"closed", func() string { return with(fill(n.Close)) }},
		{"all brackets", func() string { return with(fill("([{<")) }},
		{"dots", func() string { return with("from " + fill(".") + " import a\n") }},
		{"words and dashes", func() string { return with("plugins { " + fill("a-")) }},
		{"commas", func() string { return with(fill(",")) }},
		{"colons and equals", func() string { return with(fill(":=")) }},
		{"a string without end", func() string { return with(fmt.Sprintf(n.Pair, "a", n.Quote+fill("b"))) }},
		{"strings without end, a line each", func() string { return with(fill("a = " + n.Quote + "\n")) }},
		{"all quotes", func() string { return with(fill("\"'`")) }},
		{"escapes", func() string { return with(fill(said(`\\\"\x41\u0041\U00110000\777`))) }},
		{"lines that go on", func() string { return with(fill("a \\\n")) }},
		{"a long key", func() string { return with(pair(fill("k")[:Size-1000], "1")) }},
		{"a key of many parts", func() string { return with(pair(fill("k" + n.Join)[:Size-1000]+"k", "1")) }},
		{"many keys of many parts", func() string {
			return with(numbered(func(i int) string { return pair(strings.Repeat("k"+n.Join, 90)+fmt.Sprint("k", i), "1") }))
		}},
		{"a long value", func() string { return with(said(fill("v")[:Size-1000])) }},
		{"a long line of words", func() string { return with(fill("a b=c --d ")) }},
		{"many keys", func() string { return with(numbered(func(i int) string { return pair(fmt.Sprint("k", i), "1") })) }},
		{"one key", func() string { return with(fill(pair("name", "1"))) }},
		{"a huge number", func() string { return with(pair("a", fill("9")[:Size-1000])) }},
		{"numbers that are none", func() string {
			return with(fill(pair("port", "1e999999999") + pair("version", "-9223372036854775809") + pair("a", "NaN") + pair("b", "0x") + pair("c", ".inf")))
		}},
		{"versions", func() string { return with(said(strings.Repeat("^1.2 || >=3 <4 || ", 50_000))) }},
		{"times", func() string { return with(fill(pair("a", "9999-99-99T99:99:99.999999999+99:99"))) }},
		{"a comment without end", func() string { return with(n.Comment + fill("c")) }},
		{"comments", func() string { return with(fill(n.Comment + "\n")) }},
		{"comments in comments", func() string { return with(fill("/* <!-- # ")) }},
		{"a value of itself", func() string { return with(fill(pair("a", refer("a")+refer("a")))) }},
		{"values of values", func() string {
			return with(numbered(func(i int) string {
				return pair(fmt.Sprint("a", i+1), refer(fmt.Sprint("a", i))+refer(fmt.Sprint("a", i)))
			}))
		}},
		{"anchors", func() string {
			return with("a0: &a0 [x]\n" + numbered(func(i int) string { return fmt.Sprintf("a%d: &a%[1]d [*a%[2]d, *a%[2]d]\n", i+1, i) }))
		}},
		{"entities", func() string {
			return "<!DOCTYPE a [<!ENTITY e0 'x'>" + numbered(func(i int) string { return fmt.Sprintf("<!ENTITY e%d '&e%[2]d;&e%[2]d;'>", i+1, i) })[:Size-2000] + "]>\n<a>&e9;</a>"
		}},
		{"an entity of a file", func() string {
			return "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>\n<a>&e;</a>\n" + n.Head
		}},
		{"templates", func() string { return with(fill("{{ if a }}{% for b in c %}")) }},
		{"commands in commands", func() string { return with(fill("$(")) }},
		{"patterns of many choices", func() string { return with(pair("members", n.Quote+strings.Repeat("{a,a}", 60)+"b"+n.Quote)) }},
		{"patterns of stars", func() string {
			return with(numbered(func(i int) string { return said(fmt.Sprint(strings.Repeat("**/*a*", 20), i)) }))
		}},
		{"expressions", func() string { return with(fill(said("(((a+)+)+)+$"))) }},
		{"paths that lead outside", func() string { return with(outside(n, "../outside/")) }},
		{"paths from the top", func() string { return with(outside(n, "/etc/")) }},
		{"many paths", func() string {
			return with(numbered(func(i int) string { return said(fmt.Sprint("./", strings.Repeat("d/", 20), i)) }))
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
