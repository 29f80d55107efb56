package cause

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/prove/patch"
)

// pythonCauses are pip's, Poetry's, uv's and Python's own words.
func pythonCauses() []way {
	return []way{
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `requires a different Python: ([\d.]+\w*) not in '([^']+)'` +
				`|Current Python version \(([\d.]+\w*)\) is not allowed by the project \(([^)]+)\)` +
				`|resolved to Python ([\d.]+\w*), which is incompatible with the project's Python requirement: \x60([^\x60]+)`,
			tell: func(c circumstances, m []string) explanation {
				wanted := m[2] + m[4] + m[6]
				return explanation{
					why: "The project asks for Python " + wanted + ", and the image has " + m[1] + m[3] + m[5] + ".",
					fix: "Choose a Python image of that version.", edits: within(c, "python", wanted),
				}
			},
		},
		{
			rule: "package_needs_python", stages: "build",
			says: `Ignored the following versions that require a different python version: ([\d.\w]+) Requires-Python ([^\s;]+)`,
			tell: func(c circumstances, m []string) explanation {
				return explanation{
					why: "Versions of a package that would do ask for another Python (" + m[2] + ").",
					fix: "Choose a Python image of that version, or another version of the package.", edits: within(c, "python", m[2]),
				}
			},
		},
		{
			// A list that conda's pip froze: packages of conda are named by the folder in
			// which they were built (docs.conda.io, "pip list --format=freeze").
			rule: "requirement_elsewhere", stages: "build", says: `Could not install packages due to an OSError: \[Errno 2\] No such file or directory: '(/[^'\n]+)'`,
			tell: requirementElsewhere,
		},
		{
			rule: "package_not_found", stages: "build",
			says: `No matching distribution found for (\S+)|Because (\S+) was not found in the package registry` +
				`|Could not find a version that satisfies the requirement (\S+)|Unable to find installation candidates for ([^\n]+)` +
				`|Package (\S+) \([^)]*\) not found`,
			why: "There is no package {} to be had, or none for this Python and this system.",
			fix: "Correct its name or version in the manifest, or choose another Python.",
		},
		{
			rule: "dependency_conflict", stages: "build",
			says: `ERROR: ResolutionImpossible|Cannot install [^\n]* because these package versions have conflicting dependencies` +
				`|version solving failed|No solution found when resolving dependencies`,
			why: "The packages that the project asks for do not go together.",
			fix: "Correct the versions in the manifest; the log names those that contradict each other.",
		},
		{
			rule: "wheel_failed", stages: "build", general: true,
			says: `Failed building wheel for (\S+)|Running setup\.py install for (\S+) did not run successfully` +
				`|ERROR: Could not build wheels for ([\w.,\s-]+?),|Failed to build ([\w.-]+)$|× Building wheel for (\S+)` +
				`|note: This error originates from the build backend, and is likely not a problem with (?:poetry|pip) but with (\S+)` +
				`|× Failed to build \x60([^\x60]+)\x60|error: metadata-generation-failed`,
			tell: wheelFailed,
		},
		{
			rule: "system_python", stages: "build", says: `error: externally-managed-environment`,
			why: "Debian keeps its own Python from being installed into.", fix: "Use a Python image, or install into a virtual environment (python3 -m venv).",
		},
		{
			rule: "missing_attribute", stages: "start health", says: `Attribute "([^"]+)" not found in module "([^"]+)"|Failed to find attribute '([^']+)' in '([^']+)'`,
			why: "The start command names {1}{3} in the module {2}{4}, and it is not there.", fix: "Correct the command: module:name of the application.",
		},
		{rule: "missing_module",
			says: `ModuleNotFoundError: No module named '([^']+)'|^\S*python[\d.]*: No module named (\S+)|Could not import module "([^"]+)"` +
				`|ImportError: No module named (\S+)`, tell: missingPython},
		{
			rule: "missing_module", says: `can't open file '([^']+)'`,
			why: "{} is not in the image.", fix: "Correct the command's path, and see that the file is copied.",
		},
		{
			rule: "import_error", says: `ImportError: cannot import name '([^']+)' from '([^']+)'`,
			why: "The installed version of {2} has no {1}: it is newer or older than the code, or than this Python.", fix: "Pin the version that the code is written for, and those of what stands below it; where they are pinned, take the version of Python that they were pinned for.",
		},
		{
			rule: "numpy_abi", says: `numpy\.dtype size changed, may indicate binary incompatibility|A module that was compiled using NumPy 1\.x cannot be run in`,
			why: "A package was built for another NumPy than the one that is installed.", fix: "Pin numpy to the version that the package wants (often numpy<2).",
		},
	}
}

// wheelFailed says which package could not be compiled, and what its compiler
// said where that can be found.
func wheelFailed(c circumstances, m []string) explanation {
	name := strings.TrimSpace(firstNonEmpty(append(m[1:], "")))
	if name == "" {
		name = "A package"
	}
	t := explanation{
		why: name + " has no ready-made wheel for this Python and this system, and compiling it failed.",
		fix: "Choose a version of it that has wheels for this Python, or a Python that it has wheels for; else add what its compiler misses to the system packages.",
	}
	if said, _ := c.log.search(compiled(`^\s*(?:\w*Error|error): (.{10,})$`), 0, 0, true); said != nil && !strings.Contains(said[1], "subprocess") {
		t.why += " It said: " + quoted(said[0])
	}
	return t
}

// missingPython tells a package of the project from one that pip would have
// installed.
func missingPython(c circumstances, m []string) explanation {
	name := firstNonEmpty(m[1:])
	top, _, _ := strings.Cut(name, ".")
	if own(c, top) {
		return explanation{
			why: fmt.Sprintf("Python finds no module %s, though the project has a folder or file %s: it is not where Python looks.", name, top),
			fix: "Start in the folder that holds " + top + " (runtime workdir), set PYTHONPATH to it, or install the project itself (pip install .).",
		}
	}
	switch name {
	case "pkg_resources":
		return explanation{
			why: "The module pkg_resources is not in the image: it comes with setuptools before version 82.",
			fix: "Add setuptools<82 to the requirements.", edits: withSetuptools(c),
		}
	}
	return explanation{
		why: "The Python module " + name + " is not in the image.", edits: unfrozen(c),
		fix: "Declare its package in the requirements (not only for development), or correct the command.",
	}
}

// unfrozen lets uv look at the manifest again: with --frozen it installs what the lock
// file holds and never asks whether the manifest wants more (docs.astral.sh/uv,
// "Locking and syncing").
func unfrozen(c circumstances) []Edit {
	commands := slices.Clone(c.Document.Build.PreBuildCommands)
	for i, command := range commands {
		if strings.Contains(command, "uv sync ") {
			commands[i] = strings.Replace(command, " --frozen", "", 1)
		}
	}
	if c.failure.Stage == "build" || slices.Equal(commands, c.Document.Build.PreBuildCommands) {
		return nil
	}
	return []Edit{{"/build/pre_build_commands", commands}}
}

// withSetuptools installs it beside what pip installs.
func withSetuptools(c circumstances) []Edit {
	const line = "pip install 'setuptools<82'"
	commands := c.Document.Build.PreBuildCommands
	if slices.Contains(commands, line) || !slices.ContainsFunc(commands, func(command string) bool { return strings.HasPrefix(command, "pip install") }) {
		return nil
	}
	return []Edit{{"/build/pre_build_commands", append(slices.Clone(commands), line)}}
}

// own reports whether the project has a module of that name, as far as the
// document tells.
func own(c circumstances, name string) bool {
	for _, e := range c.Document.Evidence {
		if path.Base(e.Path) == name+".py" || strings.Contains("/"+e.Path, "/"+name+"/") {
			return true
		}
	}
	return strings.EqualFold(strings.ReplaceAll(c.Document.Metadata.ProjectName, "-", "_"), name)
}

// requirementElsewhere is a requirement that names a folder of the machine on which
// the list was frozen. Its version is not in the list: pip takes the newest.
func requirementElsewhere(c circumstances, m []string) explanation {
	t := explanation{
		why: "The requirements name a folder of another computer, " + m[1] + ": they were frozen by conda's pip, which names packages by where they were built.",
		fix: "Name such packages by their names and versions (pip list --format=freeze writes them).",
	}
	for _, list := range requirementLists(c) {
		t.patches = append(t.patches, patch.Replacement{Path: list, Find: `[ \t]*@[ \t]*file:///\S+`})
	}
	return t
}

// requirementLists are the files that the build hands to pip.
func requirementLists(c circumstances) (lists []string) {
	for _, command := range slices.Concat(c.Document.Build.PreBuildCommands, c.Document.Build.BuildCommands) {
		words := strings.Fields(command)
		for i, word := range words[:max(0, len(words)-1)] {
			if (word == "-r" || word == "--requirement") && strings.Contains(command, "pip") && !slices.Contains(lists, words[i+1]) {
				lists = append(lists, words[i+1])
			}
		}
	}
	return lists
}
