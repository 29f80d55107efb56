package cause

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// relativePath is one below a folder that a shell takes as it is.
var relativePath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w@][\w./@-]*$`) })

// notExecutable is a file of the project that was committed without the right
// to be executed.
func notExecutable(c circumstances, m []string) explanation {
	return explanation{
		why: m[1] + " may not be executed.", edits: prepared(c, m[1], "chmod +x "),
		fix: "Give it the right: chmod +x in the project, and commit that (git update-index --chmod=+x).",
	}
}

// unixLines is a script of the project whose lines end as Windows writes them: the
// system then looks for an interpreter whose name ends with a carriage return.
func unixLines(c circumstances, file string) explanation {
	return explanation{
		rule: "interpreter_missing", why: file + " is there, and what its first line names is not: most likely its lines end as Windows writes them.",
		edits: prepared(c, file, `sed -i 's/\r$//' `),
		fix:   "Let the file's lines end with LF alone (git: * text eol=lf in .gitattributes), or install what its first line (#!) names.",
	}
}

// prepared runs a command on a file of the project while the image is built:
// before the one that runs the file, or, for what is started, at the end of the build.
func prepared(c circumstances, file, with string) []Edit {
	b := c.Document.Build
	if c.failure.Stage == "build" {
		var edits []Edit
		for _, at := range []struct {
			field    string
			commands []string
		}{{"/build/pre_build_commands", b.PreBuildCommands}, {"/build/build_commands", b.BuildCommands}} {
			i := slices.IndexFunc(at.commands, func(command string) bool { return command == file || strings.HasPrefix(command, file+" ") })
			if i >= 0 && !strings.Contains(at.commands[i], with+file) && relativePath().MatchString(strings.TrimPrefix(file, "./")) {
				commands := slices.Clone(at.commands)
				commands[i] = with + file + " && " + commands[i]
				edits = append(edits, Edit{at.field, commands})
			}
		}
		return edits
	}
	below := strings.TrimPrefix(path.Clean(file), path.Join("/", c.Document.Runtime.Workdir)+"/")
	line := with + below
	if !c.Document.HasBuild() || !relativePath().MatchString(below) || strings.Contains(below, "..") || slices.Contains(b.PostBuildCommands, line) {
		return nil
	}
	return []Edit{{"/build/post_build_commands", append(slices.Clone(b.PostBuildCommands), line)}}
}
