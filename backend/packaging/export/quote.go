package export

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is how long a line may be: BuildKit's parser reads lines of at most
// 65,535 bytes.
const longest = 65000

// plain reports whether a word means itself everywhere in a Dockerfile.
func plain(word string) bool {
	return word != "" && only(word, "_./:@+,%=~-")
}

// only reports whether s holds nothing but ASCII letters, digits and extra.
func only(s, extra string) bool {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte(extra, c) >= 0) {
			return false
		}
	}
	return true
}

// printable reports whether s is valid UTF-8 in one line without anything
// that is not seen.
func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// jsonArray writes words in exec form. Nothing in it can end the line early.
func jsonArray(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = jsonString(w)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

func jsonString(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""` // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// escapeWord shields a word from the quotes, variables and here-documents
// that BuildKit looks for in the words of COPY, WORKDIR and USER, JSON form
// included (frontend/dockerfile/shell/lex.go).
func escapeWord(word string) string {
	var b strings.Builder
	for _, r := range word {
		if strings.ContainsRune(`\'"$<`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// quoteWord writes a word for an instruction that takes the rest of its line.
func quoteWord(word string) string {
	if plain(word) {
		return word
	}
	return quoteDouble(word)
}

// quoteDouble puts a value in double quotes, where only the quote, the
// backslash and the dollar are special to BuildKit.
func quoteDouble(value string) string {
	return `"` + special.Replace(value) + `"`
}

var special = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`)

// quoteEnv writes an environment value. $PATH and a reference to the variable
// itself mean what the image has; every other dollar is only a dollar.
func quoteEnv(name, value string) string {
	if plain(value) {
		return value
	}
	quoted := quoteDouble(value)
	for _, known := range []string{"PATH", name} {
		quoted = strings.ReplaceAll(quoted, `\${`+known+`}`, `${`+known+`}`)
		quoted = unescapeBare(quoted, known)
	}
	return quoted
}

// unescapeBare turns \$NAME into ${NAME} where the name ends there.
func unescapeBare(quoted, name string) string {
	mark := `\$` + name
	var b strings.Builder
	for {
		i := strings.Index(quoted, mark)
		if i < 0 {
			return b.String() + quoted
		}
		rest := quoted[i+len(mark):]
		// An even number of backslashes before it would belong to the value.
		if rest != "" && only(rest[:1], "_") {
			b.WriteString(quoted[:i+len(mark)])
		} else {
			b.WriteString(quoted[:i] + "${" + name + "}")
		}
		quoted = rest
	}
}

// copySource writes a path as COPY reads it: * and ? match within one
// segment, every other character is itself. filepath.Match knows no other way
// to say so than a bracket.
func copySource(p string) string {
	segments := strings.Split(p, "/")
	for i, s := range segments {
		if !strings.ContainsAny(s, "*?[") {
			continue
		}
		segments[i] = strings.NewReplacer("[", "[[]", `\`, `[\\]`).Replace(s)
	}
	return rooted(strings.Join(segments, "/"))
}

// rooted gives a relative path a first character that is never special.
func rooted(p string) string {
	if p == "" || p == "." {
		return "."
	}
	if strings.HasPrefix(p, "/") || strings.HasPrefix(p, "./") || plain(unstarred(p)) && p[0] != '-' {
		return p
	}
	return "./" + p
}

// unstarred takes away the wildcards, which COPY reads without escapes.
func unstarred(p string) string { return stars.Replace(p) }

var stars = strings.NewReplacer("*", "", "?", "")

// copyWords writes the paths of a COPY, sources first.
func copyWords(words ...string) string {
	bare := true
	escaped := make([]string, len(words))
	for i, w := range words {
		bare = bare && plain(unstarred(w)) && !strings.HasPrefix(w, "-")
		escaped[i] = escapeWord(w)
	}
	if bare {
		return strings.Join(words, " ")
	}
	return jsonArray(escaped)
}

// shellQuote makes a word of a POSIX shell.
func shellQuote(word string) string {
	if plain(word) && word[0] != '~' && !strings.Contains(word, "=") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// join resolves a path of the document against a folder of the image and
// keeps a closing slash, which means "into this folder".
func join(dir, p string) string {
	if p == "" {
		p = "."
	}
	full := path.Clean(p)
	if !path.IsAbs(p) {
		full = path.Join(dir, p)
	}
	if strings.HasSuffix(p, "/") && full != "/" {
		full += "/"
	}
	return full
}

// slug makes a name for tags, services and caches: lower case letters,
// digits and dashes.
func slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	if s := strings.TrimRight(b.String(), "-"); s != "" {
		return s
	}
	return "app"
}

// remark makes one line of a comment out of any text.
func remark(text string) string {
	clean := strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	clean = strings.Join(strings.Fields(clean), " ")
	if r := []rune(clean); len(r) > 200 {
		clean = string(r[:199]) + "…"
	}
	return clean
}
