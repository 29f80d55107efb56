package phase

import (
	"net"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// The last words of variables' names that say what they are about.
var (
	addressWords = []string{"HOST", "ADDRESS", "ADDR", "BIND", "LISTEN", "IP", "IPV4", "IPV6", "INTERFACE"}
	profileWords = []string{"PROFILE", "PROFILES"}
	placeWords   = []string{"DIR", "DIRECTORY", "FOLDER", "STORAGE", "DATA", "DB", "DATABASE", "FILE", "VOLUME", "UPLOADS", "LOCATION", "CONFIG", "SETTINGS"}
	linkWords    = []string{"URL", "URI", "PREFIX", "ROUTE", "ENDPOINT"} // /static is a part of addresses there
	toolWords    = []string{
		"PATH", "PYTHON", "PYTHONPATH", "PIP", "UV", "POETRY", "VIRTUAL", "NODE", "NPM", "PNPM", "YARN", "COREPACK", "GEM", "BUNDLE", "COMPOSER", "CARGO",
		"RUSTUP", "GO", "GOPATH", "GOROOT", "JAVA", "MAVEN", "GRADLE", "HOME", "LD", "LC", "LANG", "DEBIAN", "SSL", "XDG",
	}
)

// ownValue is what a variable of the project's own image is in ours, "" for one
// that means nothing here, and the place that says so.
func ownValue(s *pipeline.ServiceContext, v dockerfile.Var) (string, finding.Evidence) {
	words := strings.FieldsFunc(strings.ToUpper(v.Name), func(r rune) bool { return r == '_' })
	why := s.Built.At(s.Reader(), "dockerfile.env", v.Line, v.Name)
	if len(words) == 0 || slices.Contains(toolWords, words[0]) {
		return "", why
	}
	last := words[len(words)-1]
	switch {
	case slices.Contains(addressWords, last): // a prefix of a configuration library may hide where it is read
		return wildcard(v.Value, s.Port.Value), why
	case v.Name == "DJANGO_SETTINGS_MODULE" && moduleHere(s, v.Value):
		return v.Value, why
	}
	if _, read := s.Facts.Names(v.Name); !read || len(words) == 1 {
		return "", why
	}
	switch {
	case last == "PORT" && v.Value == strconv.Itoa(s.Port.Value),
		slices.Contains(profileWords, last) && !strings.ContainsAny(v.Value, "/\\ "):
		return v.Value, why
	case path.IsAbs(v.Value) && !slices.Contains(linkWords, last) && (slices.Contains(placeWords, last) || madeByOwn(s, path.Clean(v.Value))):
		return ownPlace(s, path.Clean(v.Value), why), why
	}
	return "", why
}

// moduleHere reports whether a Python module is one of the project's files.
func moduleHere(s *pipeline.ServiceContext, module string) bool {
	file := strings.ReplaceAll(module, ".", "/")
	return s.Has(file+".py") || s.Has(file+"/__init__.py") || len(s.Glob("*/"+file+".py")) > 0
}

// madeByOwn reports whether the project's own image makes a folder, or the one
// of a file: /prefix in BASE_PATH is as likely a part of addresses.
func madeByOwn(s *pipeline.ServiceContext, value string) bool {
	if slices.Contains(dataEnds, path.Ext(value)) {
		return true
	}
	stage := s.Facts.Container.Stage
	return slices.ContainsFunc(stage.Volumes, func(v dockerfile.Volume) bool { return v.Path == value || strings.HasPrefix(value, v.Path+"/") }) ||
		slices.ContainsFunc(stage.Runs, func(r dockerfile.Run) bool {
			return strings.Contains(r.Script, "mkdir") && slices.Contains(strings.Fields(r.Script), value)
		})
}

// wildcard is an address of every interface, "" for any other, and for one with
// another port than the plan's. "-" turns a listener off.
func wildcard(value string, port int) string {
	host, own, err := net.SplitHostPort(value)
	if err != nil {
		host, own = strings.Trim(value, "[]"), ""
	}
	ip := net.ParseIP(host)
	switch every := ip != nil && ip.IsUnspecified() || host == "" && own != ""; {
	case value == "-":
		return value
	case !every || own != "" && own != strconv.Itoa(port):
		return ""
	}
	return value
}

// dataEnds are the ends of the names of files that a program makes itself.
var dataEnds = []string{".db", ".sqlite", ".sqlite3", ".db3", ".bolt", ".mv"}

// ownPlace is a folder or file of the project's own image as it is in ours:
// below our working folder what lies below that image's, and with its folder made
// for the program's user where the program keeps something there. "" for what
// the project's own container file puts there and we do not.
func ownPlace(s *pipeline.ServiceContext, value string, why finding.Evidence) string {
	ours, folder := ourPlace(s, value), ""
	switch end := path.Ext(value); {
	case slices.Contains(dataEnds, end):
		folder = path.Dir(ours)
	case end == "":
		folder = ours
	}
	rel := strings.TrimPrefix(ours, workdirOf(s)+"/")
	if rel != ours && (s.Has(rel) || s.HasDir(rel)) { // the project's own file or folder
		if !ships(s, rel) {
			return ""
		}
		return ours
	}
	filled := !slices.Contains(dataEnds, path.Ext(value)) && slices.ContainsFunc(s.Facts.Container.Stage.Copies, func(c dockerfile.Copy) bool {
		to := s.Facts.Container.Stage.Place(c.To)
		return to == value || strings.HasPrefix(to, value+"/") || path.Dir(value) == to && path.Ext(value) != ""
	})
	if folder == "" || filled || !makeFolder(s, folder, why) {
		return ""
	}
	return ours
}

// ourPlace moves a path below the working folder of the project's own image to
// ours.
func ourPlace(s *pipeline.ServiceContext, value string) string {
	dir := strings.TrimSuffix(s.Facts.Container.Workdir, "/")
	if rest, below := strings.CutPrefix(value+"/", dir+"/"); below && dir != "" {
		return path.Join(workdirOf(s), rest)
	}
	return value
}

// mountedPlace is where a file lies in our image that the project's compose file
// mounts where the value says: the repository's own, at its place there. Any other
// value stays. https://docs.docker.com/reference/compose-file/services/#volumes
func mountedPlace(s *pipeline.ServiceContext, value string) string {
	if !path.IsAbs(value) {
		return value
	}
	for _, c := range s.Facts.Composed {
		for _, part := range c.Parts {
			for _, m := range part.Mounts {
				rest, below := strings.CutPrefix(path.Clean(value)+"/", strings.TrimSuffix(path.Clean(m.Target), "/")+"/")
				rel := s.Rel(path.Join(part.Dir, m.Source, rest))
				if below && path.Ext(rel) != "" && s.Has(rel) && ships(s, rel) {
					return path.Join(workdirOf(s), rel)
				}
			}
		}
	}
	return value
}

func workdirOf(s *pipeline.ServiceContext) string { return path.Clean("/" + s.Recipe.Runtime.Workdir) }

// ships reports whether a path of the project comes into the image.
func ships(s *pipeline.ServiceContext, rel string) bool {
	copies := s.Recipe.Runtime.Copy
	if len(copies) == 0 {
		return len(s.Recipe.Build.Artifacts) == 0
	}
	for _, c := range copies {
		if to := path.Clean(c.To); to == "." && path.Clean(c.From) == "." || to == rel || strings.HasPrefix(rel, to+"/") {
			return true
		}
	}
	return false
}

// dataRule is the reason of a folder that holds a database's file: it is the
// program's own, wherever it lies.
const dataRule = "source.data"

// ofTheSystem are folders that every image has and no program keeps its own
// files in, but for what lies below /var/lib and /var/opt.
var ofTheSystem = []string{"/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/proc", "/root", "/run", "/sbin", "/sys", "/tmp", "/usr", "/var"}

// ownData makes the folders in which the program keeps a database's file, by the
// whole path that its sources say.
func ownData(s *pipeline.ServiceContext) {
	if s.Recipe.Static || !s.Start.Found() {
		return
	}
	for _, dir := range s.Facts.DataFolders() {
		at := dir.Value
		if !path.IsAbs(at) {
			if s.HasDir(at) && ships(s, at) {
				continue
			}
			at = path.Join(workdirOf(s), at)
		}
		makeFolder(s, at, dir.Evidence[0])
	}
}

// makeFolder makes a folder that belongs to the program's user, before the
// files are copied. It reports whether the folder will be there.
func makeFolder(s *pipeline.ServiceContext, dir string, why finding.Evidence) bool {
	r := &s.Recipe.Runtime
	user := r.User
	if user == "" || user == "app" {
		user = "10001"
	}
	system := slices.ContainsFunc(ofTheSystem, func(top string) bool { return dir == top || strings.HasPrefix(dir, top+"/") })
	if kept := strings.HasPrefix(dir, "/var/lib/") || strings.HasPrefix(dir, "/var/opt/") || why.Rule == dataRule && strings.HasPrefix(dir, "/etc/"); kept {
		system = false
	}
	if dir == workdirOf(s) {
		return true
	}
	if system || dir == "/" || strings.Contains(r.BaseImage, "distroless") || r.BaseImage == "scratch" || strings.Contains(user, ":") {
		return false
	}
	line := "install -d -o " + user + " " + language.ShellWord(dir)
	if slices.Contains(r.Setup, line) {
		return true
	}
	if len(r.Setup) >= maxOwnVariables {
		return false
	}
	r.Setup = append(r.Setup, line)
	s.Recipe.Why = append(s.Recipe.Why, language.Reason{Field: "/runtime/setup/" + strconv.Itoa(len(r.Setup)-1), Confidence: finding.Likely, Evidence: why})
	return true
}
