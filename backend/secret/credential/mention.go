package credential

import (
	"path"
	"slices"
	"strings"
)

// settings are endings of files that tell a program where others lie.
var settings = extensions(".properties .yml .yaml .toml .ini .cfg .conf .xml .json .config .hocon")

// speaks reports whether a file may say which others the program reads. Tests do
// not, nor what is about the project and no part of it.
func speaks(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	if !sources[ext] && !settings[ext] {
		return false
	}
	segments := strings.Split(file, "/")
	base := segments[len(segments)-1]
	for _, s := range segments[:len(segments)-1] {
		if s == "test" || s == "tests" || s == "__tests__" || s == "spec" || s == "e2e" || strings.HasPrefix(s, ".") {
			return false
		}
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	return !strings.HasPrefix(base, ".") && !slices.ContainsFunc([]string{"_test", ".test", ".spec", "_spec"}, func(end string) bool { return strings.HasSuffix(stem, end) })
}

// namedIn gives the line, from 1, on which a source says that a file is needed;
// 0 where it does not. It says so by the file's path or the end of it, as a
// string or a value of settings; a path within somebody's home is another file.
func namedIn(source, text, file string) int {
	if path.Ext(source) == ".go" {
		if line := embeds(source, text, file); line > 0 {
			return line
		}
	}
	base := path.Base(file)
	plain := settings[strings.ToLower(path.Ext(source))] && path.Ext(source) != ".json"
	for from := 0; ; {
		i := strings.Index(text[from:], base)
		if i < 0 {
			return 0
		}
		end := from + i + len(base)
		start := from + i
		for start > 0 && inPath(text[start-1]) {
			start--
		}
		from = end
		if end < len(text) && inPath(text[end]) {
			continue
		}
		quoted := start > 0 && strings.IndexByte("\"'`", text[start-1]) >= 0
		if !quoted && !(plain && (start == 0 || strings.IndexByte(" \t=:>,[", text[start-1]) >= 0)) {
			continue
		}
		if leads(text[start:end], file) {
			return lineAt(text, start)
		}
	}
}

// inPath reports whether a character may stand in a path of a source's.
func inPath(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("._-/@+~$:{}\\", c) >= 0
}

// leads reports whether a path as a source writes it is a file's, or its end:
// from which folder it counts is not known.
func leads(written, file string) bool {
	written = strings.ReplaceAll(written, `\`, "/")
	for _, after := range []string{":", "}"} { // classpath:keystore.p12, ${project.basedir}/certs/server.key
		if i := strings.LastIndex(written, after); i >= 0 {
			written = written[i+1:]
		}
	}
	if strings.HasPrefix(written, "~") || strings.HasPrefix(written, "$") {
		return false
	}
	written = strings.TrimPrefix(path.Clean("/"+written), "/")
	return file == written || strings.HasSuffix(file, "/"+written)
}

// embeds gives the line of the //go:embed that takes a file in
// (https://pkg.go.dev/embed), 0 for none.
func embeds(source, text, file string) int {
	const directive = "//go:embed "
	if !strings.Contains(text, directive) {
		return 0
	}
	dir := path.Dir(source)
	n := 0
	for l := range strings.Lines(text) {
		n++
		rest, ok := strings.CutPrefix(strings.TrimSpace(l), directive)
		if !ok {
			continue
		}
		for _, p := range strings.Fields(rest) {
			p = path.Join(dir, strings.TrimPrefix(strings.Trim(p, "\"`"), "all:"))
			for at := file; at != "." && at != "/"; at = path.Dir(at) { // a pattern that names a folder takes all below it
				if ok, err := path.Match(p, at); err == nil && ok {
					return n
				}
			}
		}
	}
	return 0
}
