package export

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"aipack/backend/universalbuild"
)

// file writes a generated file into the image: as a here-document, or with
// printf where the engine has none or the text would not survive one.
func (w *writer) file(f universalbuild.File, field string) {
	if !path.IsAbs(f.Path) || strings.HasSuffix(f.Path, "/") || !printable(f.Path) {
		w.unfit(field+"/path", fmt.Sprintf("%q is not the absolute path of a file", f.Path))
		return
	}
	if !validArgument(f.Content) {
		w.unfit(field+"/content", "is not text: it has a NUL or bytes that are not UTF-8")
		return
	}
	name := path.Clean(f.Path)
	content := strings.TrimSuffix(f.Content, "\n")
	bareImage := familyOf(w.doc.Runtime.BaseImage) == bare
	if !w.o.NoHeredoc && plain(name) && !strings.Contains(content, "\r") && !overlong(content) {
		w.heredoc(name, content, field)
		return
	}
	if bareImage {
		w.unfit(field, fmt.Sprintf("the image %s has no shell to write the file with", w.doc.Runtime.BaseImage))
		return
	}
	w.printf(name, content, field)
}

// overlong reports whether a line of the text is too long for the parser.
func overlong(content string) bool {
	for l := range strings.SplitSeq(content, "\n") {
		if len(l) > longest {
			return true
		}
	}
	return false
}

// heredoc writes the file with COPY. The quoted word keeps variables in the
// text from being replaced; it is one that no line of the text is.
func (w *writer) heredoc(name, content, field string) {
	var lines []string
	if content != "" {
		lines = strings.Split(content, "\n")
	}
	end := "EOF"
	for n := 2; taken(lines, end); n++ {
		end = "EOF" + strconv.Itoa(n)
	}
	w.line(`COPY <<"`+end+`" `+name, field+"/path", field)
	for _, l := range lines {
		w.line(l, field+"/content", field)
	}
	w.line(end, field)
}

func taken(lines []string, end string) bool {
	for _, l := range lines {
		if l == end {
			return true
		}
	}
	return false
}

// printf writes the file with the shell. Each line stands alone in single
// quotes; a text with anything unseen in it goes in exec form.
func (w *writer) printf(name, content, field string) {
	lines := strings.Split(content, "\n")
	simple := true
	for _, l := range lines {
		simple = simple && printable(strings.ReplaceAll(l, "\t", " "))
	}
	head := "mkdir -p " + shellQuote(path.Dir(name)) + " && printf '%s\\n'"
	if !simple {
		w.line("RUN "+jsonArray([]string{"/bin/sh", "-c", head + " " + shellQuote(content) + " > " + shellQuote(name)}), field+"/content", field+"/path", field)
		return
	}
	w.line("RUN "+head+` \`, field+"/path", field)
	for _, l := range lines {
		w.line("    '"+strings.ReplaceAll(l, "'", `'\''`)+`' \`, field+"/content", field)
	}
	w.line("    > "+shellQuote(name), field+"/path", field)
}
