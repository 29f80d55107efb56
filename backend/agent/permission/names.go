package permission

import (
	"errors"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/secret/credential"
)

// compile reads a rule.
func compile(r Rule) (compiled, error) {
	c := compiled{Rule: r}
	switch {
	case !slices.Contains(categories, r.Category):
		return c, errors.New("there is no such category")
	case levelNames[r.Level] == "":
		return c, errors.New("there is no such level")
	case r.Pattern == all:
		c.fits, c.open = func(string) bool { return true }, true
		return c, nil
	case r.Pattern == "":
		return c, errors.New("the pattern is empty; * is all")
	case r.Category == Command:
		return compileWords(c)
	}
	pattern := r.Pattern
	if r.Category == Network {
		pattern = strings.ToLower(pattern)
	}
	fits, err := bounded.Glob(strings.TrimPrefix(pattern, "./"))
	if err != nil {
		return c, err
	}
	c.fits = fits
	for _, b := range []byte(r.Pattern) {
		if !strings.ContainsRune("*?[]{},!", rune(b)) {
			c.exact++
		}
	}
	return c, nil
}

// usual is what holds where no rule fits (PRODUCT 2.6).
var usual = map[Category]Level{Read: Allow, Write: Ask, Delete: Ask, Command: Ask, Network: Ask, MCP: Ask}

// named decides on a host or a tool.
func (r Rules) named(c Category, name string) Decision {
	if c == Network {
		name = strings.TrimSuffix(strings.ToLower(name), ".")
	}
	if name == "" {
		return Decision{Level: Deny, Why: "no name says what is meant"}
	}
	if b, ok := best(r.fitting(c, name)); ok {
		return by(b, name)
	}
	return Decision{Level: usual[c], What: name, Why: "no rule covers it", saves: []Rule{{Category: c, Level: Allow, Pattern: escaped(name)}}}
}

func (r Rules) fitting(c Category, name string) []compiled {
	return slices.DeleteFunc(slices.Clone(r.list), func(o compiled) bool { return o.Category != c || !o.fits(name) })
}

// file decides on a file. What lies outside of the project is asked about, whatever
// allows all; a file of credentials is denied, unless a rule allows that very file.
func (r Rules) file(c Category, name string) Decision {
	clean, inside := within(name)
	if !inside {
		return r.outside(c, name)
	}
	fitting := r.fitting(c, clean)
	if c == Delete { // what may not be written may not be deleted
		for _, o := range r.fitting(Write, clean) {
			if o.Level > Ask {
				fitting = append(fitting, o)
			}
		}
	}
	if kind, secret := credential.Named(clean); secret && !opened(fitting, clean) {
		return Decision{Level: max(Deny, levelOf(fitting)), What: clean, Why: "it holds credentials: " + kind.What}
	}
	if b, ok := best(fitting); ok {
		return by(b, clean)
	}
	return Decision{Level: usual[c], What: clean, Why: "no rule covers it", saves: []Rule{{Category: c, Level: Allow, Pattern: escaped(clean)}}}
}

func levelOf(fitting []compiled) Level {
	b, _ := best(fitting)
	return b.Level
}

// opened says that a rule allows this very file, by its name.
func opened(fitting []compiled, name string) bool {
	return slices.ContainsFunc(fitting, func(c compiled) bool {
		return c.Level == Allow && (c.Pattern == name || c.Pattern == escaped(name))
	})
}

// outside decides on a path that leads out of the project. Only rules that name it from
// the root on are about it; those that deny all are, too.
func (r Rules) outside(c Category, name string) Decision {
	d := Decision{Level: Ask, What: name, Why: "it lies outside of the project"}
	for _, o := range r.list {
		if o.Category == c && o.Level > Ask && o.fits(name) && o.Level > d.Level {
			d = by(o, name)
		}
	}
	if kind, secret := credential.Named(strings.ReplaceAll(name, `\`, "/")); secret && d.Level < Deny {
		d = Decision{Level: Deny, What: name, Why: "it holds credentials: " + kind.What}
	}
	return d
}

// within cleans a path and says whether it lies in the project.
func within(name string) (clean string, inside bool) {
	name = strings.ReplaceAll(name, `\`, "/") // a folder's end on Windows
	clean = path.Clean(name)
	drive := len(clean) > 1 && clean[1] == ':'
	return clean, name != "" && !strings.ContainsRune(name, 0) && !path.IsAbs(clean) && !drive && clean != ".." && !strings.HasPrefix(clean, "../") && !strings.HasPrefix(clean, "~")
}

// escaped is a pattern that a name alone fits.
func escaped(name string) string {
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune(`*?[]{}!,\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
