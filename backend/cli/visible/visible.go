// Package visible prints what a repository, a model or a program under proof
// wrote so that it cannot steer the terminal or pass for lines of ours:
// control characters are shown as escapes. It knows no documents.
package visible

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a text in one line. Control characters, line breaks among them,
// marks that turn the direction of writing round, letters that nobody sees, and bytes that are
// no UTF-8 become escapes as Go writes them: \n, \x1b, \u202e.
func Text(s string) string { return escaped(s, "") }

// Block is Text for what has lines of its own: line breaks and tabs stay.
func Block(s string) string { return escaped(s, "\n\t") }

// Fprintf is fmt.Fprintf with Text for every argument that is a text or an
// error. The format is ours and stays as it is.
func Fprintf(w io.Writer, format string, args ...any) {
	for i, a := range args {
		switch a := a.(type) {
		case string:
			args[i] = Text(a)
		case error:
			args[i] = Text(a.Error())
		}
	}
	fmt.Fprintf(w, format, args...)
}

// Lines makes a writer whose every Write is one line of ours, such as a log's:
// its line break at the end stays, and no other.
func Lines(w io.Writer) io.Writer { return lines{w} }

type lines struct{ w io.Writer }

// Write gives the length of what it was given, as io.Writer wants it.
func (l lines) Write(b []byte) (int, error) {
	text, end := strings.CutSuffix(string(b), "\n")
	text = Text(text)
	if end {
		text += "\n"
	}
	if _, err := io.WriteString(l.w, text); err != nil {
		return 0, err
	}
	return len(b), nil
}

func escaped(s, stays string) string {
	if strings.IndexFunc(s, steers) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !steers(r) || strings.ContainsRune(stays, r):
			b.WriteString(s[i : i+size])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += size
	}
	return b.String()
}

// steers says that a character is none to be seen: a control of ASCII or
// Latin-1, a break of Unicode's, or one of its marks of direction (Unicode
// Technical Report 36).
func steers(r rune) bool {
	return unseen(r) || unicode.IsControl(r) || r == 0x2028 || r == 0x2029 ||
		r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x061c
}

// unseen says that a character has no width and no meaning for the ones around it (Unicode's
// Default_Ignorable_Code_Point, without what joins letters of a script or chooses the picture
// of an emoji): a model reads text made of these, and whoever approves it would see nothing.
func unseen(r rune) bool {
	return r == 0x200b || r >= 0x2060 && r <= 0x206f || r == 0xfeff || r == 0x3164 || r == 0xffa0 || r >= 0xe0000 && r <= 0xe0fff
}
