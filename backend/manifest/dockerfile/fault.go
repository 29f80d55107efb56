package dockerfile

import "strings"

// Fault is a line with which no builder gets further.
type Fault struct {
	Line    int    // from 1
	Message string // in one sentence
}

// known are the instructions of https://docs.docker.com/reference/dockerfile/.
const known = " ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR "

// FaultOf gives the first line for which a builder refuses the file: a word that
// is no instruction, or one that needs a FROM before it. Arguments are not judged.
func FaultOf(content string) (Fault, bool) {
	started := false
	for _, in := range instructions(content) {
		switch {
		case strings.ContainsAny(in.name, " \t") || !strings.Contains(known, " "+strings.TrimSpace(in.name)+" "):
			word, _, _ := strings.Cut(strings.ReplaceAll(in.name, "\t", " "), " ")
			if strings.Contains(known, " "+word+" ") {
				continue // a tab behind the instruction
			}
			return Fault{in.line, word + " is no instruction of a Dockerfile."}, true
		case in.name == "FROM":
			started = true
		case in.name != "ARG" && !started:
			return Fault{in.line, in.name + " stands before the first FROM."}, true
		}
	}
	if !started {
		return Fault{1, "The file has no FROM."}, true
	}
	return Fault{}, false
}
