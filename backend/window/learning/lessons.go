// Package learning is what the settings show of lessons: what repairs have taught, and
// what of it is used.
package learning

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/atomicfile"
	"aipack/backend/base/fault"
	"aipack/backend/prove/learned"
	"aipack/backend/window/page"
)

// Lessons is the book of lessons on this computer.
type Lessons struct {
	page *page.Link
	book learned.Book
}

// New makes what the page may call, over the book of a data folder.
func New(link *page.Link, data string, now func() time.Time) *Lessons {
	return &Lessons{page: link, book: learned.In(data, now)}
}

// Shelf is all of it.
type Shelf struct {
	On         bool       `json:"on"` // whether anything is learned and used
	Categories []Category `json:"categories"`
	Lessons    []Row      `json:"lessons"` // those that helped most first
}

// Category is a kind of lessons.
type Category struct {
	Name string `json:"name"`
	On   bool   `json:"on"`
}

// Row is a lesson as the page shows it.
type Row struct {
	ID        string `json:"id"`
	Signature string `json:"signature"` // of the failure
	Language  string `json:"language"`
	Category  string `json:"category"`
	Words     string `json:"words"`  // what it does
	Why       string `json:"why"`    // "" where nobody has said
	Source    string `json:"source"` // model, guess, user, import
	Helped    int    `json:"helped"`
	Failed    int    `json:"failed"`
	Projects  int    `json:"projects"`
	LastAt    int64  `json:"last_at"` // Unix milliseconds
	Archived  bool   `json:"archived"`
	Rule      bool   `json:"rule"` // it has helped in enough projects to be worth a rule for all
}

// List is the book as it stands.
func (l *Lessons) List() (Shelf, error) { return page.Guard(l.page, "Lessons.List", l.shelf) }

func (l *Lessons) shelf() (Shelf, error) {
	all, err := l.book.List()
	if err != nil {
		return Shelf{}, err
	}
	off, err := l.book.Off()
	if err != nil {
		return Shelf{}, err
	}
	out := Shelf{On: !slices.Contains(off, ""), Categories: []Category{}, Lessons: []Row{}}
	for _, c := range learned.Categories {
		out.Categories = append(out.Categories, Category{c, !slices.Contains(off, c)})
	}
	for _, one := range all {
		_, rule := one.Rule()
		out.Lessons = append(out.Lessons, Row{
			ID: one.ID, Signature: one.Signature, Language: one.Language, Category: one.Category, Words: one.Words(), Why: one.Why, Source: one.Source,
			Helped: one.Helped, Failed: one.Failed, Projects: one.Projects, LastAt: one.LastAt, Archived: one.Archived, Rule: rule,
		})
	}
	return out, nil
}

// Switch switches a category on or off; "" is learning as a whole.
func (l *Lessons) Switch(category string, on bool) (Shelf, error) {
	return page.Guard(l.page, "Lessons.Switch", func() (Shelf, error) {
		if err := l.book.Switch(category, on); err != nil {
			return Shelf{}, err
		}
		return l.shelf()
	})
}

// Forget drops a lesson; one that is gone already is no fault.
func (l *Lessons) Forget(id string) (Shelf, error) {
	return page.Guard(l.page, "Lessons.Forget", func() (Shelf, error) {
		if err := l.book.Forget(id); err != nil && !errors.Is(err, learned.ErrAbsent) {
			return Shelf{}, err
		}
		return l.shelf()
	})
}

// Clear drops all of them.
func (l *Lessons) Clear() (Shelf, error) {
	return page.Guard(l.page, "Lessons.Clear", func() (Shelf, error) {
		if _, err := l.book.Clear(); err != nil {
			return Shelf{}, err
		}
		return l.shelf()
	})
}

// Rule is a lesson as a suggestion to aipack's maintainers, in Markdown.
func (l *Lessons) Rule(id string) (string, error) {
	return page.Guard(l.page, "Lessons.Rule", func() (string, error) {
		all, err := l.book.List()
		if err != nil {
			return "", err
		}
		for _, one := range all {
			if text, worth := one.Rule(); one.ID == id && worth {
				return text, nil
			}
		}
		return "", &fault.Fault{Code: fault.NothingFound, Message: "That lesson is worth no rule yet", Hint: "It is once it has helped in three projects."}
	})
}

// Export writes all lessons into a file; "" asks where. It gives the file, "" when the
// user thinks better of it.
func (l *Lessons) Export(file string) (string, error) {
	return page.Guard(l.page, "Lessons.Export", func() (string, error) {
		var err error
		if file == "" {
			if file, err = l.page.Frame.SaveFile("Export the lessons", "aipack-lessons.json"); err != nil || file == "" {
				return "", err
			}
		}
		var out strings.Builder
		if err := l.book.Export(&out); err != nil {
			return "", err
		}
		return file, atomicfile.Write(file, []byte(out.String()), 0o600)
	})
}

// Import takes lessons out of a file that somebody has exported; "" asks for it. It says
// in a sentence how many came in, "" when the user thinks better of it.
func (l *Lessons) Import(file string) (string, error) {
	return page.Guard(l.page, "Lessons.Import", func() (string, error) {
		var err error
		if file == "" {
			if file, err = l.page.Frame.PickFile("Import lessons"); err != nil || file == "" {
				return "", err
			}
		}
		in, err := os.Open(file)
		if err != nil {
			return "", fault.OfFile("The file cannot be opened", err, "Check its name.")
		}
		defer in.Close()
		taken, refused, err := l.book.Import(in)
		return fmt.Sprintf("Taken: %d; refused: %d. Each is proved before it counts.", taken, refused), err
	})
}
