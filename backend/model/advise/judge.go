package advise

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/phase"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/validate"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// judge holds a submitted document against more than the validator knows: a
// model may have been told by the repository's own text what to submit.
type judge struct {
	pipeline.Desk
	registry *language.Registry
}

type verdicts []validate.Problem

func (v *verdicts) fail(at, message, fix string) {
	*v = append(*v, validate.Problem{Path: at, Rule: "from_a_model", Level: validate.Error, Message: message, Fix: fix})
}

func (j judge) problems(doc universalbuild.UniversalBuild) []validate.Problem {
	var v verdicts
	j.place(&v, doc)
	j.evidence(&v, doc)
	j.image(&v, "/build/base_image", doc.Build.BaseImage)
	j.image(&v, "/runtime/base_image", doc.Runtime.BaseImage)
	for i, t := range doc.Build.Tools {
		j.image(&v, fmt.Sprintf("/build/tools/%d/image", i), t.Image)
	}
	j.commands(&v, doc)
	j.reserved(&v, doc)
	j.settings(&v, "/build/environment", doc.Build.Environment)
	j.settings(&v, "/runtime/environment", doc.Runtime.Environment)
	slices.SortStableFunc(v, func(a, b validate.Problem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Message, b.Message))
	})
	return v
}

// place wants the service's folder to be one of the repository's.
func (j judge) place(v *verdicts, doc universalbuild.UniversalBuild) {
	dir := path.Clean(doc.Metadata.Path)
	if dir != "." && len(j.Scan.Index.Under(dir)) == 0 {
		v.fail("/metadata/path", fmt.Sprintf("There is no folder %q with files.", clip(doc.Metadata.Path)), "Give the folder of the service, . for the root.")
	}
}

// evidence wants the language and the command to be quoted, and the language
// from something else than a text for people.
func (j judge) evidence(v *verdicts, doc universalbuild.UniversalBuild) {
	language, command := false, doc.Metadata.StaticSite
	for _, e := range doc.Evidence {
		if e.Path == "" || e.Excerpt == "" {
			continue
		}
		if _, err := quoted(j.Desk, "", e.Path, e.Excerpt); err != nil {
			continue // the tool itself says what is wrong with it
		}
		switch {
		case strings.HasPrefix(e.Field, "/runtime/command"), strings.HasPrefix(e.Field, "/runtime/entrypoint"):
			command = true
		case strings.HasPrefix(e.Field, "/metadata/language") && !prose(e.Path):
			language = true
		}
	}
	if !language {
		v.fail("/evidence", "No line of a source or build file is quoted for /metadata/language.", "Add an evidence with path, line and excerpt.")
	}
	if !command {
		v.fail("/evidence", "No line is quoted for /runtime/command.", "Add an evidence with path, line and excerpt.")
	}
}

// prose reports whether a file is written for people: what it says about
// itself decides nothing.
func prose(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".rst", ".txt", ".adoc", ".html", ".htm", ".pdf", ".org":
		return path.Base(name) != "requirements.txt" && path.Base(name) != "CMakeLists.txt"
	}
	base := strings.ToLower(path.Base(name))
	return strings.HasPrefix(base, "readme") || strings.HasPrefix(base, "license") || strings.HasPrefix(base, "changelog") || strings.HasPrefix(base, "agents")
}

// plainImages are images of the Docker Library that a build or a program can
// stand on.
var plainImages = strings.Fields(`debian ubuntu alpine buildpack-deps busybox scratch node python golang rust ruby php perl openjdk eclipse-temurin
	amazoncorretto tomcat maven gradle elixir erlang haskell swift julia r-base dart clojure crystallang/crystal gcc nginx httpd caddy bash mono ghc ocaml/opam nimlang/nim
	mcr.microsoft.com/dotnet/sdk mcr.microsoft.com/dotnet/aspnet mcr.microsoft.com/dotnet/runtime hexpm/elixir oven/bun denoland/deno
	sbtscala/scala-sbt composer rocker/r-ver racket/racket swipl clfoundation/sbcl fpc`)

// image wants a known base, or one that the project itself already builds on.
func (j judge) image(v *verdicts, at, image string) {
	if image == "" {
		return
	}
	name, _, _ := strings.Cut(image, "@")
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		name = name[:i]
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "docker.io/"), "library/")
	if slices.Contains(plainImages, name) || j.practised(name) || j.builtOn(image) {
		return
	}
	v.fail(at, fmt.Sprintf("%q is no base image that aipack knows, and no Dockerfile of the repository builds on it.", clip(image)),
		"Use an official image of the language, or debian:bookworm-slim.")
}

func (j judge) practised(name string) bool {
	for _, l := range j.registry.All() {
		for _, s := range l.Systems {
			for _, image := range []string{s.Practices.BuildImage, s.Practices.RuntimeImage} {
				known, _, _ := strings.Cut(image, ":")
				if known != "" && known == name {
					return true
				}
			}
		}
	}
	return false
}

// builtOn looks for a FROM line with the image in the repository's container
// files.
func (j judge) builtOn(image string) bool {
	for _, p := range j.Scan.Index.Paths() {
		base := path.Base(p)
		if !strings.HasPrefix(base, "Dockerfile") && !strings.HasPrefix(base, "Containerfile") && !strings.HasSuffix(base, ".Dockerfile") {
			continue
		}
		text, err := j.Repo.ReadText(p)
		if err != nil {
			continue
		}
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if len(words) > 1 && strings.EqualFold(words[0], "FROM") && words[1] == image {
				return true
			}
		}
	}
	return false
}

func (j judge) commands(v *verdicts, doc universalbuild.UniversalBuild) {
	p := j.project(doc)
	check := func(at string, words []string) {
		if err := phase.Startable(p, words); err != nil {
			v.fail(at, "The command does not hold: "+err.Error()+".", "Start a file of the repository, or what the build makes.")
		}
	}
	if command := slices.Concat(doc.Runtime.Entrypoint, doc.Runtime.Command); len(command) > 0 && !doc.Metadata.StaticSite {
		check("/runtime/command", command)
	}
	for i, process := range doc.Runtime.Processes {
		check(fmt.Sprintf("/runtime/processes/%d/command", i), process.Command)
	}
	for field, lines := range map[string][]string{
		"/build/pre_build_commands": doc.Build.PreBuildCommands, "/build/build_commands": doc.Build.BuildCommands,
		"/build/post_build_commands": doc.Build.PostBuildCommands,
	} {
		for i, line := range lines {
			if err := phase.Buildable(p, line); err != nil {
				v.fail(fmt.Sprintf("%s/%d", field, i), "The line does not hold: "+err.Error()+".", "Call the project's build tool, one command a line.")
			}
		}
	}
}

// project is what the document says the service is, for the rules about
// commands.
func (j judge) project(doc universalbuild.UniversalBuild) *language.Project {
	l, ok := j.registry.ByID(doc.Metadata.Language)
	if !ok {
		l = &language.Language{ID: doc.Metadata.Language, Name: doc.Metadata.Language}
		if len(doc.Build.Artifacts) > 0 && len(doc.Build.BuildCommands) > 0 { // what it builds may be started
			l.Systems = []language.System{{Practices: language.Practices{Artifacts: doc.Build.Artifacts}}}
		}
	}
	return &language.Project{
		Folder: j.Scan.Reader.Folder(path.Clean(doc.Metadata.Path)), Language: l, Claim: language.Claim{Name: doc.Metadata.ProjectName},
	}
}

// reserved refuses what runs as root or writes files: no answer needs it, and
// it is what a text that wants to be obeyed would ask for.
func (j judge) reserved(v *verdicts, doc universalbuild.UniversalBuild) {
	for at, set := range map[string]bool{
		"/build/setup": len(doc.Build.Setup) > 0, "/runtime/setup": len(doc.Runtime.Setup) > 0,
		"/runtime/files": len(doc.Runtime.Files) > 0, "/runtime/user": doc.Runtime.User != "", "/runtime/release": len(doc.Runtime.Release) > 0,
	} {
		if set {
			v.fail(at, "This field is not for a model to fill in.", "Leave it out.")
		}
	}
}

// settings refuses variables that change what other programs do.
func (j judge) settings(v *verdicts, at string, vars map[string]string) {
	for name := range vars {
		upper := strings.ToUpper(name)
		if strings.HasPrefix(upper, "LD_") || slices.Contains([]string{"PATH", "NODE_OPTIONS", "PYTHONSTARTUP", "PYTHONPATH", "BASH_ENV", "ENV", "PERL5OPT", "RUBYOPT", "JAVA_TOOL_OPTIONS", "GIT_SSH_COMMAND", "HTTP_PROXY", "HTTPS_PROXY"}, upper) {
			v.fail(at, fmt.Sprintf("The variable %s is not for a model to set.", clip(name)), "Leave it out.")
		}
	}
}

// settled gives an accepted document what aipack sets itself: the health
// check's command, the source of its evidence, and a bounded confidence.
func settled(doc universalbuild.UniversalBuild) universalbuild.UniversalBuild {
	doc.Version = universalbuild.Version
	doc.Metadata.Path = path.Clean(doc.Metadata.Path)
	doc.Metadata.Confidence = min(doc.Metadata.Confidence, Most)
	doc.Runtime.Healthcheck = nil
	if len(doc.Runtime.Ports) > 0 {
		doc.Runtime.Healthcheck = phase.Probe(doc.Runtime.BaseImage, doc.Runtime.Ports[0].Port, "")
	}
	doc.Evidence = slices.Clone(doc.Evidence)
	for i := range doc.Evidence {
		e := &doc.Evidence[i]
		e.Source, e.Rule = "model", "model.explore"
		e.Confidence = min(e.Confidence, Most)
	}
	slices.SortStableFunc(doc.Evidence, func(a, b universalbuild.Evidence) int { return strings.Compare(a.Field, b.Field) })
	return doc
}
