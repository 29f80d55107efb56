package advise

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/phase"
	"aipack/backend/detect/validate"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// shape is how a model writes the value of a field, as a list of texts.
type shape int

const (
	oneText shape = iota
	oneNumber
	manyTexts
	manyCopies // each "FROM TO"
	healthPath
)

// changes are the fields that a model may change, in the order in which they are
// shown. Everything else of a plan runs as root, writes files, chooses what is sent
// to the build, or says what was found.
var changes = []struct {
	field string
	shape shape
}{
	{"/build/base_image", oneText},
	{"/build/system_packages", manyTexts},
	{"/build/environment/*", oneText},
	{"/build/pre_build_commands", manyTexts},
	{"/build/build_commands", manyTexts},
	{"/build/post_build_commands", manyTexts},
	{"/runtime/base_image", oneText},
	{"/runtime/system_packages", manyTexts},
	{"/runtime/environment/*", oneText},
	{"/runtime/copy", manyCopies},
	{"/runtime/workdir", oneText},
	{"/runtime/command", manyTexts},
	{"/runtime/ports/0/port", oneNumber},
	{"/runtime/healthcheck/path", healthPath},
	{"/runtime/release", manyTexts},
}

// shapeOf finds the field in the list.
func shapeOf(field string) (shape, bool) {
	for _, c := range changes {
		if c.field == field {
			return c.shape, true
		}
		if rest, ok := strings.CutPrefix(field, strings.TrimSuffix(c.field, "*")); ok && strings.HasSuffix(c.field, "*") && universalbuild.VariableName(rest) {
			return c.shape, true
		}
	}
	return 0, false
}

// changeable lists the fields that may be changed with what they hold, one a line.
// Values of variables that may be secrets are not shown.
func changeable(doc universalbuild.UniversalBuild) string {
	var b strings.Builder
	for _, c := range changes {
		field := strings.TrimSuffix(c.field, "/*")
		if c.shape == healthPath {
			line := ""
			if doc.Runtime.Healthcheck != nil {
				line = doc.Runtime.Healthcheck.Path
			}
			fmt.Fprintf(&b, "%s = %q\n", c.field, line)
			continue
		}
		value, _ := universalbuild.Get(doc, field)
		if table, ok := value.(map[string]any); ok {
			for name, v := range table {
				if text, _ := v.(string); universalbuild.SecretValue(name, text) {
					table[name] = "(hidden)"
				}
			}
		}
		text, err := json.Marshal(value)
		if err != nil {
			continue
		}
		fmt.Fprintf(&b, "%s = %s\n", c.field, text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// gate holds what a model wants to change against more than the document's format:
// the log and the files that it has read may have told it what to ask for.
type gate struct {
	judge
	before universalbuild.UniversalBuild
	status int // that the health check was answered with; 0 for none
}

// edit makes one edit, or says why it may not be.
func (g gate) edit(field string, value []string) (cause.Edit, error) {
	kind, ok := shapeOf(field)
	if !ok {
		return cause.Edit{}, errors.New("it is none of the fields that may be changed")
	}
	for _, v := range value {
		if len(v) > 1000 || strings.ContainsAny(v, "\n\r\x00") {
			return cause.Edit{}, errors.New("a text of a value is one line of at most 1000 letters")
		}
	}
	if kind != manyTexts && kind != manyCopies && len(value) != 1 {
		return cause.Edit{}, fmt.Errorf("it holds one value, not %d", len(value))
	}
	switch kind {
	case oneNumber:
		n, err := strconv.Atoi(strings.TrimSpace(value[0]))
		if err != nil || n < 1 || n > 65535 {
			return cause.Edit{}, errors.New("it is a number from 1 to 65535")
		}
		return cause.Edit{Field: field, Value: n}, nil
	case healthPath:
		return g.health(value[0])
	case manyCopies:
		return g.copies(field, value)
	case manyTexts:
		return cause.Edit{Field: field, Value: append([]string{}, value...)}, nil
	}
	return cause.Edit{Field: field, Value: value[0]}, nil
}

var plainPath = regexp.MustCompile(`^/[\w./~-]*$`)

const healthcheckField = "/runtime/healthcheck"

// health asks at another path. A program that answers with an error of its own says
// that it is not healthy: another path would hide that.
func (g gate) health(at string) (cause.Edit, error) {
	ports := g.before.Runtime.Ports
	switch {
	case len(ports) == 0:
		return cause.Edit{}, errors.New("the service has no port to be asked on")
	case g.status >= 500:
		return cause.Edit{}, fmt.Errorf("the program answers its health check with %d, which another path would only hide", g.status)
	case !plainPath.MatchString(at) || len(at) > 200:
		return cause.Edit{}, errors.New("it is a path that the program serves, such as /health")
	}
	return cause.Edit{Field: healthcheckField, Value: phase.Probe(g.before.Runtime.BaseImage, ports[0].Port, at)}, nil
}

// serves reports whether a line of a file can be the one that serves a path: it
// holds the path's last part.
func serves(e universalbuild.Evidence, at string) bool {
	return e.Path != "" && (at == "/" && strings.Contains(e.Excerpt, "/") || at != "/" && holds(e.Excerpt, path.Base(at)))
}

// copies are paths of the build stage and where they go: nothing of the image
// itself is put in the way of the program.
func (g gate) copies(field string, value []string) (cause.Edit, error) {
	var out []universalbuild.Copy
	for _, line := range value {
		words := strings.Fields(line)
		if len(words) != 2 {
			return cause.Edit{}, fmt.Errorf("each text has a path of the build stage, a space, and where it goes; %q has not", clip(line))
		}
		from, to := words[0], words[1]
		fresh := !slices.Contains(g.before.Runtime.Copy, universalbuild.Copy{From: from, To: to})
		if fresh && (!below(from, g.before.Build.Workdir) || !below(to, g.before.Runtime.Workdir)) {
			return cause.Edit{}, fmt.Errorf("%q leads out of the folder of the build or of the program", clip(line))
		}
		out = append(out, universalbuild.Copy{From: from, To: to})
	}
	return cause.Edit{Field: field, Value: out}, nil
}

// below reports whether a path is relative, or lies below a folder, and never
// leads out of it.
func below(name, dir string) bool {
	if dir == "" || dir == "/" {
		return false
	}
	whole := name
	if !path.IsAbs(name) {
		whole = path.Join(dir, name)
	}
	whole = path.Clean(whole)
	return whole == dir || strings.HasPrefix(whole, dir+"/")
}

// holds checks all edits together: what they make is a document without new
// problems, and nothing in it is a thing that no answer may ask for.
func (g gate) holds(edits []cause.Edit) error {
	doc := g.before
	for _, e := range edits {
		value, err := json.Marshal(e.Value)
		if err != nil {
			return err
		}
		if doc, err = universalbuild.Set(doc, e.Field, value); err != nil {
			return err
		}
	}
	if len(universalbuild.Diff(g.before, doc)) == 0 {
		return errors.New("the plan has all of it already")
	}
	for _, check := range []func(universalbuild.UniversalBuild) error{g.judged, g.packages, g.variables, g.installs, g.problems} {
		if err := check(doc); err != nil {
			return err
		}
	}
	return nil
}

// judged asks the judge of explored documents about what has changed: base images,
// commands, and variables that change what other programs do.
func (g gate) judged(doc universalbuild.UniversalBuild) error {
	var v, was verdicts
	for _, side := range []struct {
		v   *verdicts
		doc universalbuild.UniversalBuild
	}{{&v, doc}, {&was, g.before}} {
		g.image(side.v, "/build/base_image", side.doc.Build.BaseImage)
		g.image(side.v, "/runtime/base_image", side.doc.Runtime.BaseImage)
		g.commands(side.v, side.doc)
		g.settings(side.v, "/build/environment", side.doc.Build.Environment)
		g.settings(side.v, "/runtime/environment", side.doc.Runtime.Environment)
		for i, line := range side.doc.Runtime.Release {
			if err := phase.Buildable(g.project(side.doc), line); err != nil {
				side.v.fail(fmt.Sprintf("/runtime/release/%d", i), "The line does not hold: "+err.Error()+".", "")
			}
		}
	}
	for _, p := range v {
		if !slices.Contains(was, p) {
			return fmt.Errorf("%s: %s", p.Path, p.Message)
		}
	}
	return nil
}

// debianName is what names of Debian's packages are made of (Debian Policy 5.6.1).
var debianName = regexp.MustCompile(`^[a-z0-9][a-z0-9.+-]+$`)

func (g gate) packages(doc universalbuild.UniversalBuild) error {
	for _, name := range slices.Concat(doc.Build.SystemPackages, doc.Runtime.SystemPackages) {
		if !debianName.MatchString(name) {
			return fmt.Errorf("%q is no name of a Debian package", clip(name))
		}
	}
	return nil
}

// variables refuses secrets, which enter no plan, and addresses of anybody else.
func (g gate) variables(doc universalbuild.UniversalBuild) error {
	for i, side := range [][2]map[string]string{{doc.Build.Environment, g.before.Build.Environment}, {doc.Runtime.Environment, g.before.Runtime.Environment}} {
		building := i == 0
		for _, name := range slices.Sorted(maps.Keys(side[0])) {
			value := side[0][name]
			if old, had := side[1][name]; had && old == value {
				continue
			}
			switch {
			case universalbuild.SecretValue(name, value) && !(building && universalbuild.Placeholder(value)):
				return fmt.Errorf("%s looks like a secret, which no plan holds", clip(name))
			case ofPackages.MatchString(name):
				return fmt.Errorf("%s changes where packages come from", clip(name))
			case !ownAddress(value):
				return fmt.Errorf("%s leads to another host", clip(name))
			}
		}
	}
	return nil
}

var address = regexp.MustCompile(`(?:://|@)(?:[^/@\s]*@)?(\[[^\]]*\]|[\w.-]*)`)

// ownAddress reports whether every address in a value is of this container.
func ownAddress(value string) bool {
	for _, m := range address.FindAllStringSubmatch(value, -1) {
		switch m[1] {
		case "", "localhost", "0.0.0.0", "127.0.0.1", "[::]", "[::1]":
		default:
			return false
		}
	}
	return true
}

// elsewhere are words of package managers that take packages from anywhere but the
// registry that the project has.
var elsewhere = regexp.MustCompile(`(?i)\b(?:pip3?|uv)\b.*\s-[if]\b|\bgo\s+(?:get|install|run)\b.*\s[\w-]+\.[\w.-]+/|(?:^|\s)(?:--index-url|--extra-index-url|--find-links|--trusted-host|--proxy|--registry|--userconfig|--source|--repo|--repository)(?:[=\s]|$)|\bconfig\s+(?:set|--)|git\+|git@|(?:github|gitlab|bitbucket|gist):|\bnpmrc\b|\bpip\.conf\b|\b(?:curl|wget)\b`)

// byFolder are package managers for which a name with one slash is a repository of
// GitHub (docs.npmjs.com/cli/commands/npm-install).
var byFolder = regexp.MustCompile(`\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add)\b.*\s[\w.-]+/[\w.-]+(?:#\S*)?(?:\s|$)`)

// installs refuses commands that fetch from elsewhere than the project does.
func (g gate) installs(doc universalbuild.UniversalBuild) error {
	lines := func(d universalbuild.UniversalBuild) []string {
		return slices.Concat(d.Build.PreBuildCommands, d.Build.BuildCommands, d.Build.PostBuildCommands, d.Runtime.Release, []string{strings.Join(d.Runtime.Command, " ")})
	}
	had := lines(g.before)
	for _, line := range lines(doc) {
		if !slices.Contains(had, line) && (elsewhere.MatchString(line) || byFolder.MatchString(line) || setsSource(line) || strings.Contains(line, "://") && !ownAddress(line)) {
			return fmt.Errorf("%q takes packages from elsewhere than the project does", clip(line))
		}
	}
	return nil
}

// ofPackages are variables by which package managers, git and TLS libraries learn
// where packages come from and whom to trust.
var ofPackages = regexp.MustCompile(`(?i)PROXY|REGISTR(?:Y|IES)|INDEX_URL|FIND_LINKS|MIRROR|^(?:npm_config|yarn|pip|uv|poetry|pdm|git|cargo|bundle|gem|composer|maven|gradle|nuget|hex|node_tls|node_extra|ssl_cert|requests_ca|pythonhttps|gosumdb|gonosum|goinsecure|goprivate|goflags|goauth|govcs)`)

// setsSource reports whether a line sets such a variable for its command.
func setsSource(line string) bool {
	for _, w := range strings.Fields(line) {
		if name, _, ok := strings.Cut(w, "="); ok && universalbuild.VariableName(name) && ofPackages.MatchString(name) {
			return true
		}
	}
	return false
}

// problems are those that the document did not have before.
func (g gate) problems(doc universalbuild.UniversalBuild) error {
	validator := validate.New(g.Scan.Index.Paths())
	before := validator.Document(g.before)
	for _, p := range validator.Document(doc) {
		if p.Level == validate.Error && !slices.ContainsFunc(before, func(o validate.Problem) bool { return o.Path == p.Path && o.Rule == p.Rule }) {
			return fmt.Errorf("%s: %s", p.Path, p.Message)
		}
	}
	return nil
}
