package phase

import (
	"path"
	goruntime "runtime"
	"slices"
	"strings"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// scripts makes the scripts that a plan calls run in an image: a checkout of Windows
// ends lines with CR LF, and the CR becomes part of the interpreter's name (execve(2):
// "the interpreter's name is the rest of the line"); and what is called by its path
// needs the right to be executed.
func scripts(s *pipeline.ServiceContext) {
	if s.Recipe.Static {
		return
	}
	b := &s.Recipe.Build
	for _, steps := range []*[]string{&b.PreBuildCommands, &b.BuildCommands, &b.PostBuildCommands} {
		lines := slices.Clone(*steps) // they may stand in a table
		*steps = lines
		for i, line := range lines {
			for _, c := range called(s, line) {
				if c.returns {
					lines[i] = c.strip() + " && " + lines[i]
				}
				if c.closed && !strings.Contains(line, "chmod") {
					lines[i] = c.open() + " && " + lines[i]
				}
			}
		}
	}
	var mend []string
	for _, line := range startLines(s.Start.Value) {
		for _, c := range called(s, line) {
			if c.returns {
				mend = append(mend, c.strip())
			}
			if c.closed {
				mend = append(mend, c.open())
			}
		}
	}
	if mend = unique(mend); len(mend) == 0 {
		return
	}
	if b.BaseImage == "" { // nothing else is built: the files go through a stage for this
		b.BaseImage = s.Recipe.Runtime.BaseImage
	}
	b.PostBuildCommands = append(b.PostBuildCommands, mend...)
}

// startLines are the lines that run in the image.
func startLines(start language.Start) []string {
	lines := append([]string{strings.Join(start.Command, " ")}, start.Release...)
	for _, p := range start.Processes {
		lines = append(lines, strings.Join(p.Command, " "))
	}
	return lines
}

// script is a script of the project that a line calls.
type script struct {
	path    string // relative to the context
	returns bool   // its lines end with CR LF
	closed  bool   // it is called by its path and nobody may execute it
}

func (c script) strip() string { return `sed -i 's/\r$//' ` + language.ShellWord(c.path) }
func (c script) open() string  { return "chmod +x " + language.ShellWord(c.path) }

// mostHead is how much of a script is read for its first line, in bytes.
const mostHead = 512

// called are the scripts that a line calls, each once, and warns of what is done to
// them.
func called(s *pipeline.ServiceContext, line string) (out []script) {
	context := s.Reader().Folder(contextOf(s))
	dirs := []string{s.Path, context.Path}
	words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\n;&|()\"'", c) })
	for i, w := range words {
		if i > 0 && words[i-1] == "cd" {
			dirs = append(dirs, path.Join(context.Path, w), path.Join(s.Path, w))
		}
		for _, dir := range dirs {
			full := path.Join(dir, w)
			if path.IsAbs(w) || language.Outside(full) {
				continue
			}
			c, ok := scriptAt(s, full, strings.Contains(w, "/") && (i == 0 || !runsScripts(words[i-1])))
			if ok && !slices.ContainsFunc(out, func(o script) bool { return o.path == c.path }) {
				out = append(out, c)
			}
			if ok {
				break
			}
		}
	}
	return out
}

// runsScripts reports whether a word is a shell or another program to which a script
// is given: it need not be executable then.
func runsScripts(word string) bool {
	name := path.Base(word)
	return strings.HasSuffix(name, "sh") || name == "." || name == "source" || strings.HasPrefix(name, "-") && name != "-c" ||
		strings.HasPrefix(name, "python") || slices.Contains([]string{"node", "ruby", "perl", "php", "sed", "cp", "mv", "cat", "COPY"}, name)
}

func scriptAt(s *pipeline.ServiceContext, full string, byPath bool) (c script, ok bool) {
	context := contextOf(s)
	if _, there := s.Reader().Index.Stat(full); !there || context != "." && !strings.HasPrefix(full, context+"/") {
		return c, false
	}
	head, err := s.Reader().Repo.ReadHead(full, mostHead)
	if err != nil {
		return c, false
	}
	first, _, _ := strings.Cut(string(head), "\n")
	interpreted := strings.HasPrefix(first, "#!")
	if !interpreted && path.Ext(full) != ".sh" || interpreted && !byPath && !strings.Contains(first, "sh") {
		return c, false
	}
	c = script{path: language.Below(context, full), returns: strings.HasSuffix(first, "\r")}
	if m, err := s.Reader().Repo.Metadata(full); err == nil && byPath && goruntime.GOOS != "windows" { // there a builder gives every file the right
		c.closed = !m.Executable
	}
	root := s.Reader().Folder(".")
	switch name := path.Base(full); {
	case c.returns:
		root.WarnAt(full, 1, "script_line_ends", full+" has the line ends of Windows, with which no Linux finds its interpreter; the image strips them",
			"commit it with the line \""+name+" text eol=lf\" in .gitattributes")
	case c.closed:
		root.WarnAt(full, 1, "script_not_executable", full+" is called by its path and is not executable; the image makes it so", "run git update-index --chmod=+x "+language.ShellWord(full))
	}
	return c, c.returns || c.closed
}

// contextOf is the folder that is sent to the service's build.
func contextOf(s *pipeline.ServiceContext) string {
	d := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: s.Path}, Build: s.Recipe.Build}
	return d.Context()
}
