package export

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"aipack/backend/universalbuild"
)

const (
	appUser = "app"
	appID   = "10001"
)

// Dockerfile writes the document as a Dockerfile. The document is taken as it
// stands; a value that no Dockerfile can hold makes it a DOCUMENT_INVALID
// fault around Unwritable, which names each.
//
// The layout is one for every language: a build stage (packages, toolchains,
// environment, manifests, dependencies, sources, build) and a runtime stage
// (packages, user, setup, artifacts, files, environment, health check,
// command). Without anything to build there is the runtime stage only.
func Dockerfile(doc universalbuild.UniversalBuild, o Options) (Text, error) {
	w := &writer{doc: doc, o: o}
	w.header()
	if w.doc.HasBuild() {
		w.buildStage()
	}
	w.runtimeStage()
	for i, l := range w.lines {
		if len(l) > longest {
			w.unfit(append(w.fields[i], "")[0], "is longer than the 65,535 bytes that a Dockerfile's line may have; put it into a script")
		}
	}
	if err := w.bad.fault(); err != nil {
		return Text{}, err
	}
	return w.text(), nil
}

type writer struct {
	sheet
	doc universalbuild.UniversalBuild
	o   Options
	bad Unwritable
}

func (w *writer) unfit(field, reason string) {
	if u := (Unfit{Field: field, Reason: reason}); !slices.Contains(w.bad, u) {
		w.bad = append(w.bad, u)
	}
}

// name is the service's name for tags and remarks.
func (w *writer) name() string { return ServiceName(w.doc) }

func (w *writer) header() {
	m := w.doc.Metadata
	what := m.Language
	if m.Framework != "" {
		what += ", " + m.Framework
	}
	w.line("# Container image of "+remark(w.name()+" ("+what+")")+".", "/metadata/project_name", "/metadata/language", "/metadata/framework")
	dir := w.doc.Context()
	file := w.o.DockerfilePath
	if file == "" {
		file = path.Join(path.Clean("./"+m.Path), "Dockerfile")
	}
	where := "the repository's root"
	if dir != "." {
		where = "the folder " + dir
	}
	w.line("# Build it in "+remark(where)+":", "/build/context", "/metadata/path")
	w.line("#     "+remark(buildCommand(w.doc, file)), "/metadata/project_name")
	w.blank()
}

// buildCommand builds a Dockerfile, given in the folder that is sent to the build.
func buildCommand(doc universalbuild.UniversalBuild, file string) string {
	command := "docker build"
	if rel := relative(doc.Context(), file); rel != "Dockerfile" {
		command += " -f " + shellQuote(rel)
	}
	return command + flags(doc) + " -t " + slug(ServiceName(doc)) + " ."
}

// image writes a FROM line.
func (w *writer) image(image, as, field string) {
	switch {
	case image == "":
		w.unfit(field, "is empty; name an image such as debian:bookworm-slim")
	case !imageName(image):
		w.unfit(field, fmt.Sprintf("%q is not the name of an image", image))
	}
	line := "FROM " + image
	if as != "" {
		line += " AS " + as
	}
	w.line(line, field)
}

// stage names the build stage so that no image of the document is mistaken
// for it.
func (w *writer) stage() string {
	name := "build"
	images := []string{w.doc.Build.BaseImage, w.doc.Runtime.BaseImage}
	for _, t := range w.doc.Build.Tools {
		images = append(images, t.Image)
	}
	for slices.ContainsFunc(images, func(i string) bool { return strings.EqualFold(i, name) }) {
		name += "-stage"
	}
	return name
}

// workdir writes WORKDIR and gives the folder.
func (w *writer) workdir(dir, field string) string {
	if dir == "" {
		dir = "/app"
	}
	if !path.IsAbs(dir) || !printable(dir) {
		w.unfit(field, fmt.Sprintf("%q is not an absolute path in one printable line", dir))
		return "/app"
	}
	dir = path.Clean(dir)
	w.line("WORKDIR "+quoteWord(dir), field)
	return dir
}

// packages installs system packages.
func (w *writer) packages(image string, names []string, field string) {
	if len(names) == 0 {
		return
	}
	f := familyOf(image)
	if f == bare {
		w.unfit(field, fmt.Sprintf("the image %s has no package manager; take one based on Debian, or none of these packages", image))
		return
	}
	for i, n := range names {
		if !packageName(n) {
			w.unfit(field+"/"+strconv.Itoa(i), fmt.Sprintf("%q is not the name of a package", n))
		}
	}
	lines, of := install(f, image, names)
	for i, l := range lines {
		if i == 0 {
			l = "RUN " + l
		}
		if i < len(lines)-1 {
			l += ` \`
		}
		if of[i] < 0 {
			w.line(l, field)
		} else {
			w.line(l, field+"/"+strconv.Itoa(of[i]))
		}
	}
}

// environment writes ENV, one variable a line, without what is a secret by
// its name: that is given when the image is built or run.
func (w *writer) environment(env map[string]string, field string) {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		at := field + "/" + universalbuild.Token(name)
		switch {
		case !envName(name):
			w.unfit(at, fmt.Sprintf("%q is not the name of an environment variable", name))
		case universalbuild.SecretName(name):
		case !printable(env[name]):
			w.unfit(at, "has a line break or a character that is not printable, which ENV cannot hold; read it from a file")
		default:
			names = append(names, name)
		}
	}
	for i, name := range names {
		line := name + "=" + quoteEnv(name, env[name])
		if env[name] == "" {
			line = name + `=""`
		}
		if i == 0 {
			line = "ENV " + line
		} else {
			line = "    " + line
		}
		if i < len(names)-1 {
			line += ` \`
		}
		w.line(line, field+"/"+universalbuild.Token(name))
	}
}

// envName reports whether a name can stand left of the equals sign in ENV.
func envName(name string) bool {
	return name != "" && only(name, "_.-") && strings.IndexByte("0123456789.-", name[0]) < 0
}

// health writes HEALTHCHECK with its command in exec form.
func (w *writer) health(h *universalbuild.Healthcheck) {
	const field = "/runtime/healthcheck"
	if h == nil || len(h.Command) == 0 {
		return
	}
	line := "HEALTHCHECK"
	fields := []string{field}
	for _, d := range []struct{ flag, value, name string }{
		{"interval", h.Interval, "interval"}, {"timeout", h.Timeout, "timeout"}, {"start-period", h.StartPeriod, "start_period"},
	} {
		if d.value == "" {
			continue
		}
		v, err := time.ParseDuration(d.value)
		if err != nil || v < time.Millisecond && v != 0 {
			w.unfit(field+"/"+d.name, fmt.Sprintf("%q is not a duration such as 30s", d.value))
			continue
		}
		line += " --" + d.flag + "=" + v.String()
		fields = append(fields, field+"/"+d.name)
	}
	if h.Retries > 0 {
		line += " --retries=" + strconv.Itoa(h.Retries)
		fields = append(fields, field+"/retries")
	}
	w.line(line+` \`, fields...)
	w.exec("    CMD ", h.Command, field+"/command")
}

// exec writes an instruction in exec form.
func (w *writer) exec(instruction string, words []string, field string) {
	w.words(words, field)
	w.line(instruction+jsonArray(words), field)
}

// words checks what goes to an exec call.
func (w *writer) words(words []string, field string) {
	for i, s := range words {
		w.argument(s, field+"/"+strconv.Itoa(i))
	}
}

// argument checks one word or shell line.
func (w *writer) argument(s, field string) {
	if !validArgument(s) {
		w.unfit(field, "is not text: it has a NUL or bytes that are not UTF-8")
	}
}
