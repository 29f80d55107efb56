package learned

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/store/sqlite"
	"aipack/backend/universalbuild"
)

// mostImport is how large a file of lessons may be, in bytes: 10,000 have some 6 MB.
const mostImport = 64 << 20

// handedOn is the form in which lessons are handed on.
type handedOn struct {
	Version int      `json:"version"` // 1
	Lessons []Lesson `json:"lessons"`
}

// Export writes all lessons as JSON. It tells of no project.
func (b Book) Export(w io.Writer) error {
	list, err := b.List()
	if err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(handedOn{1, list})
}

// Import takes lessons that somebody has exported. Each of them is looked through as one of
// our own, and has helped nowhere until a proof here says so. It gives how many came in,
// and how many were refused.
func (b Book) Import(r io.Reader) (taken, refused int, err error) {
	text, err := io.ReadAll(io.LimitReader(r, mostImport+1))
	if err != nil {
		return 0, 0, err
	}
	var in handedOn
	if len(text) > mostImport || json.Unmarshal(text, &in) != nil || in.Version != 1 {
		return 0, 0, &fault.Fault{Code: fault.DocumentInvalid, Message: "this is no file of lessons", Hint: "aipack lessons export writes one."}
	}
	var good []Lesson
	for _, l := range in.Lessons {
		if fits(l) && len(good) < mostLessons {
			l.ID, l.Source, l.Why = identity(l.Signature, l.Edits), "import", told(l.Why)
			l.CreatedAt, l.LastAt = b.now().UnixMilli(), b.now().UnixMilli()
			good = append(good, l)
		}
	}
	err = b.use(func(db *sqlite.Database) error {
		return db.Write(func(tx *sql.Tx) error {
			for _, l := range good {
				if err := add(tx, l); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return len(good), len(in.Lessons) - len(good), err
}

// fits reports whether a lesson could be one of our own.
func fits(l Lesson) bool {
	if len(l.Signature) > 4*mostText || len(strings.Fields(l.Signature)) < 2 || l.Language == "" || len(l.Edits) == 0 || !slices.Contains(Categories, l.Category) {
		return false
	}
	return !slices.ContainsFunc(l.Edits, func(e Edit) bool {
		c := universalbuild.Change{Field: e.Field, Old: e.Was, New: e.Value}
		if _, list := lists[e.Field]; list {
			c.Old, c.New = anys(e.Remove), anys(e.Add)
		}
		_, _, ok := carried(c)
		return !ok
	})
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// worthRule is in how many projects a lesson has helped before it is worth a rule for all.
const worthRule = 3

// Rule is a lesson as a suggestion to the maintainers, in Markdown, to be sent by hand. It
// tells of no project. false: it has not helped in enough of them.
func (l Lesson) Rule() (string, bool) {
	if l.Projects < worthRule {
		return "", false
	}
	var out strings.Builder
	fmt.Fprintf(&out, "## A rule for: %s\n\nIt helped in %d projects, %d times in all, and was taken back %d times.\n\n", l.Signature, l.Projects, l.Helped, l.Failed)
	fmt.Fprintf(&out, "- language: %s\n- image: %s\n- category: %s\n", l.Language, l.Versions, l.Category)
	for _, e := range l.Edits {
		text, err := json.Marshal(e)
		if err != nil {
			return "", false
		}
		fmt.Fprintf(&out, "- edit: `%s`\n", text)
	}
	if l.Why != "" {
		fmt.Fprintf(&out, "\n%s\n", l.Why)
	}
	return out.String(), true
}
