package msbuild

import (
	"errors"
	"strings"

	"aipack/backend/manifest/lenient"
)

// Solution is a Visual Studio solution: .sln or .slnx.
type Solution struct {
	Projects []SolutionProject // in the order of the file
}

// SolutionProject is one project of a solution. Path is relative to the
// solution, with slashes.
type SolutionProject struct {
	Path string
	Line int
}

// ParseSolution reads the text format of .sln: a line
// Project("{type}") = "name", "path", "{id}" for each project and solution
// folder. Solution folders have no file extension and are left out.
func ParseSolution(content string) (Solution, error) {
	if !strings.Contains(content, "Microsoft Visual Studio Solution File") {
		return Solution{}, errors.New("not a solution: its first line is missing")
	}
	var s Solution
	for i, line := range strings.Split(content, "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "Project(")
		if !ok {
			continue
		}
		_, rest, ok = strings.Cut(rest, "=")
		if fields := strings.Split(rest, "\""); ok && len(fields) >= 4 {
			s.add(fields[3], i+1)
		}
	}
	return s, nil
}

// ParseSolutionX reads the XML format of .slnx.
func ParseSolutionX(content string) (Solution, error) {
	root, err := lenient.ParseXML(content)
	if err != nil {
		return Solution{}, err
	}
	var s Solution
	s.addBelow(root)
	return s, nil
}

func (s *Solution) addBelow(e *lenient.Element) {
	for _, c := range e.Children {
		if c.Name == "Project" {
			s.add(c.Attr["Path"], c.Line)
		} else {
			s.addBelow(c)
		}
	}
}

func (s *Solution) add(path string, line int) {
	path = strings.ReplaceAll(path, "\\", "/")
	if strings.HasSuffix(path, "proj") {
		s.Projects = append(s.Projects, SolutionProject{path, line})
	}
}

// ParseNuGetConfig reads the package sources of a nuget.config: addresses, and
// folders with slashes.
func ParseNuGetConfig(content string) ([]string, error) {
	root, err := lenient.ParseXML(content)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, add := range root.Find("packageSources").All("add") {
		out = append(out, strings.ReplaceAll(add.Attr["value"], "\\", "/"))
	}
	return out, nil
}
