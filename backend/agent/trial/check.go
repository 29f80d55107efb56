package trial

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/agent"
	"aipack/backend/universalbuild"
)

// check is one line that has to hold when a task is done.
type check struct {
	line  string // as it is written
	holds func(after) error
}

// after is what is there when a model has answered.
type after struct {
	dir    string            // the repository
	begun  map[string]string // its files, as they were
	plans  []universalbuild.UniversalBuild
	answer agent.Answer
}

// anyFile stands for all files in a check.
const anyFile = "*"

// checkers make the checks, by their first word.
var checkers = map[string]struct {
	words int // that stand before the text, which is the rest of the line
	text  bool
	holds func(a after, words []string, text string) error
}{
	"has":    {1, true, func(a after, w []string, text string) error { return a.has(w[0], text) }},
	"lacks":  {1, true, func(a after, w []string, text string) error { return a.lacks(w[0], text) }},
	"same":   {1, false, func(a after, w []string, _ string) error { return a.same(w[0]) }},
	"absent": {1, false, func(a after, w []string, _ string) error { return a.absent(w[0]) }},
	"plan":   {1, true, func(a after, w []string, text string) error { return a.plan(w[0], text, true) }},
	"noplan": {1, true, func(a after, w []string, text string) error { return a.plan(w[0], text, false) }},
	"says":   {0, true, func(a after, _ []string, text string) error { return a.says(text) }},
	"omits":  {0, true, func(a after, _ []string, text string) error { return a.omits(text) }},
	"cites":  {1, false, func(a after, w []string, _ string) error { return a.cites(w[0]) }},
}

// checkOf reads the line of a check.
func checkOf(line string) (check, error) {
	verb, rest, _ := strings.Cut(line, " ")
	c, known := checkers[verb]
	if !known {
		return check{}, fmt.Errorf("%q is no check", line)
	}
	var words []string
	for range c.words {
		word, more, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if rest = more; word == "" {
			return check{}, fmt.Errorf("%q lacks a word", line)
		}
		words = append(words, word)
	}
	if text := strings.TrimSpace(rest); (text != "") != c.text {
		return check{}, fmt.Errorf("%q has no text, or one too many", line)
	}
	return check{line, func(a after) error { return c.holds(a, words, strings.TrimSpace(rest)) }}, nil
}

// first gives the first check that does not hold, with why; "" where all do.
func first(checks []check, a after) string {
	for _, c := range checks {
		if err := c.holds(a); err != nil {
			return fmt.Sprintf("%s: %v", c.line, err)
		}
	}
	return ""
}

// texts are the contents of a file, or of all files for *.
func (a after) texts(name string) (map[string]string, error) {
	out := map[string]string{}
	root, err := os.OpenRoot(a.dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if name != anyFile {
		b, err := root.ReadFile(filepath.FromSlash(name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, errors.New("there is no such file")
		}
		return map[string]string{name: string(b)}, err
	}
	err = fs.WalkDir(root.FS(), ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := root.ReadFile(filepath.FromSlash(file))
		out[file] = string(b)
		return err
	})
	return out, err
}

// alternatives are texts any of which will do: "stdout | StandardOutput".
func alternatives(text string) []string { return strings.Split(text, " | ") }

func (a after) has(file, text string) error {
	texts, err := a.texts(file)
	if err != nil {
		return err
	}
	for _, t := range texts {
		if slices.ContainsFunc(alternatives(text), func(s string) bool { return strings.Contains(t, s) }) {
			return nil
		}
	}
	return errors.New("it is not there")
}

func (a after) lacks(file, text string) error {
	texts, err := a.texts(file)
	if err != nil {
		return err
	}
	for name, t := range texts {
		if slices.ContainsFunc(alternatives(text), func(s string) bool { return strings.Contains(t, s) }) {
			return fmt.Errorf("%s has it", name)
		}
	}
	return nil
}

func (a after) same(file string) error {
	texts, err := a.texts(file)
	if err == nil && texts[file] != a.begun[file] {
		err = errors.New("it was changed")
	}
	return err
}

func (a after) absent(file string) error {
	_, err := os.Lstat(filepath.Join(a.dir, filepath.FromSlash(file)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.New("it is there")
}

// plan looks for a value at a JSON pointer into the only plan of the folder, in which *
// stands for any item of a list. A * at the value's end stands for anything.
func (a after) plan(field, value string, wanted bool) error {
	if len(a.plans) != 1 {
		return fmt.Errorf("%d services were found", len(a.plans))
	}
	var found []string
	for _, pointer := range pointers(a.plans[0], field) {
		if v, ok := universalbuild.Get(a.plans[0], pointer); ok {
			found = append(found, plain(v))
		}
	}
	there := slices.ContainsFunc(found, func(v string) bool {
		begin, open := strings.CutSuffix(value, "*")
		return v == value || open && strings.HasPrefix(v, begin)
	})
	if there == wanted {
		return nil
	}
	return fmt.Errorf("it is [%s]", strings.Join(found, ", "))
}

// mostItems is how many items of a list are looked at.
const mostItems = 100

// pointers writes out the first * of a pointer, and those behind it.
func pointers(doc universalbuild.UniversalBuild, field string) (out []string) {
	before, behind, listed := strings.Cut(field, "/*")
	if !listed {
		return []string{field}
	}
	for i := range mostItems {
		at := before + "/" + strconv.Itoa(i)
		if _, ok := universalbuild.Get(doc, at); !ok {
			break
		}
		out = append(out, pointers(doc, at+behind)...)
	}
	return out
}

// plain is a value as a check writes it.
func plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil { // a plan's values can be written
		return err.Error()
	}
	return string(b)
}

func (a after) says(text string) error {
	said := strings.ToLower(a.answer.Text)
	for _, s := range alternatives(strings.ToLower(text)) {
		if holds(said, s) {
			return nil
		}
	}
	return errors.New("the answer does not")
}

// omits is for what a question tells a model to leave away.
func (a after) omits(text string) error {
	if a.says(text) == nil {
		return errors.New("the answer has it")
	}
	return nil
}

// holds looks for a text that is no part of a longer word or number.
func holds(said, text string) bool {
	for at := 0; ; {
		i := strings.Index(said[at:], text)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(text)
		if (start == 0 || !inWord(said[start-1])) && (end == len(said) || !inWord(said[end])) {
			return true
		}
		at = start + 1
	}
}

func inWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// lines is how an answer names lines behind a file.
var lines = regexp.MustCompile(`^:(\d{1,6})(?:\s?[-–]\s?(\d{1,6}))?`)

// cites wants that an answer names a line of a file that the model was shown.
func (a after) cites(where string) error {
	file, number, _ := strings.Cut(where, ":")
	line, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("%q names no line", where)
	}
	shown := slices.ContainsFunc(a.answer.Evidence, func(p agent.Place) bool {
		return p.Path == file && p.First <= line && line <= p.Last
	})
	if !shown {
		return errors.New("the model has not looked at it")
	}
	for at := 0; ; {
		i := strings.Index(a.answer.Text[at:], file)
		if i < 0 {
			return errors.New("the answer does not name it")
		}
		at += i + len(file)
		m := lines.FindStringSubmatch(a.answer.Text[at:])
		if m == nil {
			continue
		}
		from, _ := strconv.Atoi(m[1]) // six digits at most
		to, err := strconv.Atoi(m[2])
		if err != nil {
			to = from
		}
		if from <= line && line <= to {
			return nil
		}
	}
}
