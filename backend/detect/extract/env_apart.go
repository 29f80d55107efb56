package extract

import (
	"cmp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// apartEnd is the last line of names that are taken out of the environment line by
// line, as formatters break long ones; what it takes on one line is a read of its
// language.
const apartEnd language.Pattern = `^[^{\n]*\}\s*=\s*(?:process\.env|import\.meta\.env|Bun\.env)\b`

// maxApartLines is over how many lines such names go.
const maxApartLines = 60

// envApart reads names that are taken out of the environment line by line.
func (s *Sources) envApart(e *envTable) {
	for _, h := range s.Grep(apartEnd) {
		lines := s.file(h.Name).Lines()
		for i := h.Line - 2; i >= 0 && i >= h.Line-maxApartLines; i-- {
			at := strings.IndexByte(lines[i], '{')
			if at < 0 {
				continue
			}
			names := append([]string{lines[i][at+1:]}, lines[i+1:h.Line-1]...)
			last, _, _ := strings.Cut(lines[h.Line-1], "}")
			s.takenApart(e, h, i+1, append(names, last))
			break
		}
	}
}

// takenApart reads names that an object's pattern takes out of the environment, one
// or several, from a line on: "const { A, B: b, C = 'x' } = process.env"
// (https://developer.mozilla.org/docs/Web/JavaScript/Reference/Operators/Destructuring).
// One is required where its lack ends the program, as it starts and in any case.
func (s *Sources) takenApart(e *envTable, h source.Hit, from int, names []string) {
	file := s.file(h.Name)
	lines := file.Lines()
	end := from + len(names) - 1
	within, prod := file.branchAround(lines, from)
	starts := (!within || prod) && !file.ofRequest(lines, from)
	reach := statement.RefusalLines + statement.BodyLines*strings.Count(strings.Join(names, ""), ",") // each may have a test of its own
	for i, text := range names {
		text, _, _ = strings.Cut(text, "//")
		for part := range strings.SplitSeq(text, ",") {
			left, value, _ := strings.Cut(part, "=")
			name, local, _ := strings.Cut(left, ":")
			name, local = strings.TrimSpace(name), strings.TrimSpace(local)
			h.Line, h.Text = from+i, lines[from+i-1]
			v := e.entry(name, finding.Likely, s.Evidence("env.read", h))
			if v == nil {
				continue
			}
			v.readAt(s.Folder.Join(h.Name), h.Line)
			switch {
			case strings.TrimSpace(value) != "":
				v.fallback(strings.TrimSpace(value), part)
			case starts && statement.RefusedWithin(lines, end, reach, cmp.Or(local, name)):
				v.note(thrown, s.aside(h.Name))
			default:
				v.note(plain, s.aside(h.Name))
			}
		}
	}
}
