// Package learned remembers what mended a failure: edits of a plan that a proof has shown
// to help where no rule knew one. A lesson is found again by the signature of the failure,
// is applied as an edit to be proved, and loses what it is worth where it does not help. It
// holds no credential, no path of a project and no file.
package learned

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"aipack/backend/prove/cause"
	"aipack/backend/secret/conceal"
	"aipack/backend/secret/leak"
	"aipack/backend/universalbuild"
)

// Lesson is what mended a failure.
type Lesson struct {
	ID        string `json:"id"`        // of its signature and its edits
	Signature string `json:"signature"` // see cause.Failure.SignatureIn
	Language  string `json:"language"`
	Category  string `json:"category"` // one of Categories
	Versions  string `json:"versions"` // of the images where it helped last: "node:22-bookworm-slim"
	Why       string `json:"why"`      // in a sentence
	Source    string `json:"source"`   // model, guess, user, import
	Edits     []Edit `json:"edits"`
	Helped    int    `json:"helped"`   // how often
	Failed    int    `json:"failed"`   // how often it was taken back
	Projects  int    `json:"projects"` // in how many it helped
	CreatedAt int64  `json:"created_at"`
	LastAt    int64  `json:"last_at"` // Unix milliseconds
	Archived  bool   `json:"archived"`
}

// Edit is one change of a plan, so that it fits another plan: what comes into a list or
// leaves it, or a value.
type Edit struct {
	Field  string   `json:"field"` // JSON pointer
	Add    []string `json:"add,omitempty"`
	Remove []string `json:"remove,omitempty"`
	Value  string   `json:"value,omitempty"` // of a field that is one text
	Was    string   `json:"was,omitempty"`   // what it stood in place of; "" for nothing
}

// The categories.
const (
	BaseImage     = "base image"
	SystemPackage = "system package"
	Command       = "command"
	Variable      = "variable"
)

// Categories are all of them; each can be switched off.
var Categories = []string{BaseImage, SystemPackage, Command, Variable}

// lists are fields whose elements are put in and taken out, one by one; all else of them
// is the project's own.
var lists = map[string]string{
	"/build/system_packages": SystemPackage, "/runtime/system_packages": SystemPackage,
	"/build/setup": Command, "/build/pre_build_commands": Command, "/build/build_commands": Command, "/build/post_build_commands": Command,
}

// images are fields that name one.
var images = []string{"/build/base_image", "/runtime/base_image"}

// variables begin pointers to a variable.
var variables = []string{"/build/environment/", "/runtime/environment/"}

// mostText is how long a value that is kept is at most, in bytes.
const mostText = 200

// From makes a lesson of a change of a plan that helped. false: something of it is the
// project's own, and would be of no use elsewhere, or nobody's business.
func From(failed *cause.Failure, doc universalbuild.UniversalBuild, changes []universalbuild.Change, why, source string, now time.Time) (Lesson, bool) {
	if failed.Signature == "" || len(changes) == 0 {
		return Lesson{}, false
	}
	l := Lesson{
		Signature: conceal.Text(failed.Signature), Language: doc.Metadata.Language, Versions: versions(doc),
		Why: told(why), Source: source, CreatedAt: now.UnixMilli(), LastAt: now.UnixMilli(),
	}
	for _, c := range changes {
		e, category, ok := carried(c)
		if !ok {
			return Lesson{}, false
		}
		if l.Category == "" {
			l.Category = category
		}
		l.Edits = append(l.Edits, e)
	}
	l.ID = identity(l.Signature, l.Edits)
	return l, true
}

// Changes are what makes one plan of another, as lessons take it: lists as a whole, and
// nothing of what only tells of the plan.
func Changes(then, now universalbuild.UniversalBuild) (out []universalbuild.Change) {
	for _, c := range universalbuild.Diff(then, now) {
		if strings.HasPrefix(c.Field, "/metadata/") || strings.HasPrefix(c.Field, "/warnings") {
			continue
		}
		for list := range lists {
			if strings.HasPrefix(c.Field, list+"/") {
				c.Field = list
			}
		}
		if slices.ContainsFunc(out, func(o universalbuild.Change) bool { return o.Field == c.Field }) {
			continue
		}
		if _, whole := lists[c.Field]; whole {
			c.Old, _ = universalbuild.Get(then, c.Field)
			c.New, _ = universalbuild.Get(now, c.Field)
		}
		out = append(out, c)
	}
	return out
}

// carried is a change as another plan can take it.
func carried(c universalbuild.Change) (e Edit, category string, ok bool) {
	e.Field = c.Field
	if category, ok = lists[c.Field]; ok {
		old, now := texts(c.Old), texts(c.New)
		for _, one := range now {
			if !slices.Contains(old, one) {
				e.Add = append(e.Add, one)
			}
		}
		for _, one := range old {
			if !slices.Contains(now, one) {
				e.Remove = append(e.Remove, one)
			}
		}
		fits := public
		if category == SystemPackage {
			fits = debian
		}
		return e, category, len(e.Add)+len(e.Remove) > 0 && !slices.ContainsFunc(slices.Concat(e.Add, e.Remove), func(s string) bool { return !fits(s) })
	}
	e.Value, ok = c.New.(string)
	e.Was, _ = c.Old.(string)
	switch {
	case !ok:
		return e, "", false
	case slices.Contains(images, c.Field):
		return e, BaseImage, image(e.Value) && (e.Was == "" || image(e.Was))
	case slices.ContainsFunc(variables, func(v string) bool { return strings.HasPrefix(c.Field, v) }):
		name := c.Field[strings.LastIndexByte(c.Field, '/')+1:]
		return e, Variable, !universalbuild.SecretName(name) && public(e.Value) && public(e.Was)
	}
	return e, "", false
}

func texts(v any) (out []string) {
	list, _ := v.([]any)
	for _, one := range list {
		if s, ok := one.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

var (
	// debianName is Debian policy's 5.6.7, with a version or a release behind it.
	debianName = regexp.MustCompile(`^[a-z0-9][a-z0-9+.-]+$`)
	imageName  = regexp.MustCompile(`^[a-z0-9]+(?:[._/-][a-z0-9]+)*(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$`)
	scoped     = regexp.MustCompile(`^@[a-z0-9._-]+/[a-z0-9._-]+(?:@[A-Za-z0-9.^~_-]+)?$`)
)

func debian(s string) bool { return len(s) <= mostText && debianName.MatchString(s) }

// image reports whether a name is of an image that everybody can have: one on a host of
// its own may be a company's.
func image(s string) bool {
	host, _, named := strings.Cut(s, "/")
	return len(s) <= mostText && imageName.MatchString(s) && (!named || !strings.ContainsAny(host, ".:") || host == "docker.io" || host == "mcr.microsoft.com")
}

// public reports whether a text is nobody's own: short, without paths, addresses and
// secrets.
func public(s string) bool {
	if len(s) > mostText || strings.ContainsAny(s, "\n\\") || len(conceal.Find(s)) > 0 || len(leak.Secrets(context.Background(), "", s)) > 0 {
		return false
	}
	return !slices.ContainsFunc(strings.Fields(s), func(word string) bool {
		return strings.Contains(word, "/") && !scoped.MatchString(word) || strings.Contains(word, "@") && !strings.HasPrefix(word, "@") && strings.Contains(word, ".")
	})
}

// told is a sentence that names no path and no secret; "" where it does.
func told(why string) string {
	if len(why) > mostText || !public(why) {
		return ""
	}
	return why
}

func versions(doc universalbuild.UniversalBuild) string {
	for _, name := range []string{doc.Build.BaseImage, doc.Runtime.BaseImage} {
		if name != "" && image(name) {
			return name
		}
	}
	return ""
}

// identity names a lesson by what it is.
func identity(signature string, edits []Edit) string {
	text, err := json.Marshal([]any{signature, edits})
	if err != nil {
		panic(err) // texts and lists of texts
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

// For gives the edits for another plan. false: it has them already, or has nothing that
// they stand in place of.
func (l Lesson) For(doc universalbuild.UniversalBuild) ([]cause.Edit, bool) {
	var out []cause.Edit
	for _, e := range l.Edits {
		now, _ := universalbuild.Get(doc, e.Field)
		if _, list := lists[e.Field]; list {
			next, changed := e.in(texts(now))
			if !changed {
				return nil, false
			}
			out = append(out, cause.Edit{Field: e.Field, Value: next})
			continue
		}
		is, _ := now.(string)
		if is == e.Value || slices.Contains(images, e.Field) && repository(is) != repository(e.Was) {
			return nil, false
		}
		out = append(out, cause.Edit{Field: e.Field, Value: e.Value})
	}
	return out, len(out) > 0
}

// in is a list with the edit. What is put in the place of another takes its place.
func (e Edit) in(list []string) (out []string, changed bool) {
	at := -1
	for _, one := range list {
		if slices.Contains(e.Remove, one) {
			if at < 0 {
				at = len(out)
			}
			changed = true
			continue
		}
		out = append(out, one)
	}
	if len(e.Remove) > 0 && !changed {
		return nil, false
	}
	if at < 0 {
		at = len(out)
	}
	for _, one := range e.Add {
		if !slices.Contains(out, one) {
			out, changed = slices.Insert(out, at, one), true
			at++
		}
	}
	return out, changed
}

// repository is an image's name without its tag.
func repository(image string) string {
	name, _, _ := strings.Cut(image, "@")
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		name = name[:i]
	}
	return name
}

// Words says what a lesson does.
func (l Lesson) Words() string {
	var parts []string
	for _, e := range l.Edits {
		switch {
		case e.Value != "":
			parts = append(parts, e.Field+" = "+e.Value)
		case len(e.Remove) == 0:
			parts = append(parts, e.Field+" gets "+strings.Join(e.Add, ", "))
		case len(e.Add) == 0:
			parts = append(parts, e.Field+" loses "+strings.Join(e.Remove, ", "))
		default:
			parts = append(parts, e.Field+": "+strings.Join(e.Remove, ", ")+" becomes "+strings.Join(e.Add, ", "))
		}
	}
	return strings.Join(parts, "; ")
}
