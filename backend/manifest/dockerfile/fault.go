package dockerfile

import (
	"path"
	"strings"
)

// Fault is a line with which no builder gets further.
type Fault struct {
	Line    int    // from 1; 0 for none
	Message string // in one sentence
}

// known are the instructions of https://docs.docker.com/reference/dockerfile/.
const known = " ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR "

// FaultOf gives the first line for which a builder refuses the file: a word that
// is no instruction, or an instruction that needs a FROM before it. Arguments are
// not judged. Its shape is that of a parser, for callers that keep what one said.
func FaultOf(content string) (Fault, error) {
	started := false
	for _, in := range instructions(content) {
		switch {
		case !strings.Contains(known, " "+in.name+" "):
			return Fault{in.line, in.name + " is no instruction of a Dockerfile."}, nil
		case in.name == "FROM":
			started = true
		case in.name != "ARG" && !started:
			return Fault{in.line, in.name + " stands before the first FROM."}, nil
		}
	}
	if !started {
		return Fault{1, "The file has no FROM."}, nil
	}
	return Fault{}, nil
}

// Named reports whether a file has a name that container files go by: Dockerfile,
// Containerfile, either with more behind a dot, or anything that ends in .Dockerfile
// (https://docs.docker.com/build/concepts/dockerfile/#filename). The ignore file that
// lies beside one is none.
func Named(name string) bool {
	lower := strings.ToLower(path.Base(name))
	if strings.HasSuffix(lower, ".dockerignore") {
		return false
	}
	return lower == "dockerfile" || lower == "containerfile" || strings.HasPrefix(lower, "dockerfile.") ||
		strings.HasPrefix(lower, "containerfile.") || strings.HasSuffix(lower, ".dockerfile")
}

// Begins reports whether a text begins as every Dockerfile does, which few other
// texts do: with FROM, or an ARG before it.
func Begins(content string) bool {
	first := instructions(content)
	return len(first) > 0 && (first[0].name == "FROM" || first[0].name == "ARG")
}

// IsForBuilder reports whether a builder is given the file as it lies there, so
// that a fault of it is one. A template is filled in first; another frontend,
// named in a "# syntax=" line, may know other instructions; and a file that
// only begins with the word (dockerfile.go, Dockerfile.md) is a Dockerfile where
// it begins as one.
func IsForBuilder(name, content string) bool {
	for _, mark := range []string{"{{", "{%", "<%"} {
		if strings.Contains(content, mark) {
			return false
		}
	}
	if frontend := directive(strings.Split(content, "\n"), "syntax"); frontend != "" && !strings.Contains(frontend, "docker/dockerfile") {
		return false
	}
	switch strings.ToLower(path.Base(name)) {
	case "dockerfile", "containerfile":
		return true
	}
	return Begins(content)
}
