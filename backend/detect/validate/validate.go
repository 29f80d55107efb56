// Package validate says everything that is wrong with a document: by the
// JSON Schema and by rules about what a container needs. It changes nothing
// and asks no engine. Problems are results, not errors.
package validate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/universalbuild"
)

// Level says how bad a problem is.
type Level string

// The levels. With an error the image cannot be built or run; a warning is a
// doubt, and the document can be used.
const (
	Error   Level = "error"
	Warning Level = "warning"
)

// Problem is one thing that is wrong.
type Problem struct {
	Path    string `json:"path"` // JSON pointer
	Rule    string `json:"rule"` // name of the rule: image_name
	Level   Level  `json:"level"`
	Message string `json:"message"` // what is wrong, in one sentence
	Fix     string `json:"fix"`     // what to do, in one sentence
}

// Rule is one kind of check.
type Rule struct {
	Name  string
	Check func(c *Check)
}

// Check is what a rule sees, and where it reports.
type Check struct {
	Doc universalbuild.UniversalBuild

	context  *tree // files that are sent to the build; none where all is unknown
	all      *tree // files of the repository; nil ones where they are not known
	rule     string
	problems *[]Problem
}

// Fail reports an error.
func (c *Check) Fail(at, message, fix string) {
	*c.problems = append(*c.problems, Problem{at, c.rule, Error, message, fix})
}

// Warn reports a warning.
func (c *Check) Warn(at, message, fix string) {
	*c.problems = append(*c.problems, Problem{at, c.rule, Warning, message, fix})
}

// Validator checks documents by a list of rules. The zero value has none.
type Validator struct {
	rules []Rule
	files *tree
}

// New makes a validator with all rules. files are the repository's files,
// relative to its root; nil where they are not known: what depends on them is
// then not checked.
func New(files []string) Validator { return Validator{rules: Rules(), files: newTree(files)} }

// With gives a validator with one more rule.
func (v Validator) With(r Rule) Validator {
	v.rules = append(slices.Clone(v.rules), r)
	return v
}

// Rules lists the rules, in the order in which they are asked.
func Rules() []Rule {
	return []Rule{
		{"required_fields", required},
		{"non_empty_commands", commands},
		{"image_name", images},
		{"confidence_range", confidence},
		{"ports", ports},
		{"healthcheck", healthcheck},
		{"paths", paths},
		{"paths_exist", exist},
		{"artifacts", artifacts},
		{"cache_paths", caches},
		{"environment", environment},
		{"values", values},
		{"data_setup", setups},
		{"secrets", secrets},
		{"build_secrets", buildSecrets},
		{"executable", executables},
		{"toolchain", toolchains},
		{"user", user},
		{"system_packages", packages},
		{"processes", processes},
		{"evidence", evidence},
	}
}

// Document gives all problems of one document, errors first, then in the
// order of their pointers.
func (v Validator) Document(doc universalbuild.UniversalBuild) []Problem {
	problems := []Problem{}
	c := &Check{Doc: universalbuild.Normal(doc), all: v.files, problems: &problems}
	if c.all == nil {
		c.all = &tree{}
	}
	c.context = c.all.below(c.Doc.Context())
	for _, r := range v.rules {
		c.rule = r.Name
		r.Check(c)
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(rank(a.Level), rank(b.Level)), cmp.Compare(a.Path, b.Path))
	})
	return problems
}

// List gives all problems of a list, with pointers into it, and those that
// only show between documents.
func (v Validator) List(docs []universalbuild.UniversalBuild) []Problem {
	problems := []Problem{}
	for i, d := range docs {
		for _, p := range v.Document(d) {
			p.Path = "/" + strconv.Itoa(i) + p.Path
			problems = append(problems, p)
		}
	}
	return append(problems, between(docs)...)
}

func rank(l Level) int {
	if l == Error {
		return 0
	}
	return 1
}

// Failed reports whether any problem is an error.
func Failed(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return p.Level == Error })
}

// Feedback tells a model what to change before it submits again.
func Feedback(problems []Problem) string {
	var b strings.Builder
	b.WriteString("The document was not accepted. Correct these fields and submit it again, whole:\n")
	for _, p := range problems {
		b.WriteString("- " + cmp.Or(p.Path, "the document") + " (" + p.Rule + ", " + string(p.Level) + "): " + p.Message + " " + p.Fix + "\n")
	}
	return b.String()
}

// at makes a pointer of a field and an index.
func at(field string, i int) string { return field + "/" + strconv.Itoa(i) }
