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
		why: m[1] + " may not be executed.", edits: executable(c, m[1]),
		fix: "Give it the right: chmod +x in the project, and commit that (git update-index --chmod=+x).",
	}
}

// executable gives the file the right while the image is built: before the
// command that runs it, or, for what is started, at the end of the build.
func executable(c circumstances, file string) []Edit {
	b := c.Document.Build
	if c.failure.Stage == "build" {
		var edits []Edit
		for _, at := range []struct {
			field    string
			commands []string
		}{{"/build/pre_build_commands", b.PreBuildCommands}, {"/build/build_commands", b.BuildCommands}} {
			i := slices.IndexFunc(at.commands, func(command string) bool { return command == file || strings.HasPrefix(command, file+" ") })
			if i >= 0 && relativePath().MatchString(strings.TrimPrefix(file, "./")) {
				commands := slices.Clone(at.commands)
				commands[i] = "chmod +x " + file + " && " + commands[i]
				edits = append(edits, Edit{at.field, commands})
			}
		}
		return edits
	}
	below := strings.TrimPrefix(path.Clean(file), path.Join("/", c.Document.Runtime.Workdir)+"/")
	line := "chmod +x " + below
	if !c.Document.HasBuild() || !relativePath().MatchString(below) || strings.Contains(below, "..") || slices.Contains(b.PostBuildCommands, line) {
		return nil
	}
	return []Edit{{"/build/post_build_commands", append(slices.Clone(b.PostBuildCommands), line)}}
}
