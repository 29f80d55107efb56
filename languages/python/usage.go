package python

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/manifest/pysource"
	"aipack/backend/universalbuild"
)

// usage adds to a command-line program that wants arguments the option
// with which it still answers well: its version where it has one, else its
// usage. Without arguments argparse, Click and Typer print the usage and end
// with 2 (docs.python.org/3/library/argparse.html, click.palletsprojects.com,
// typer.tiangolo.com).
func usage(p *projectFacts, files []sourceFile, plan *startPlan) {
	if plan.kind != universalbuild.CLI || plan.line == "" || strings.ContainsAny(plan.line, "&|;'\"") {
		return
	}
	for _, f := range files {
		if plan.line == "python "+f.path { // else a console script, which reaches the whole package
			files = reach(p.Folder, f)
			break
		}
	}
	var why finding.Evidence
	version := false
	for n, f := range files {
		if n == maxCandidates {
			break
		}
		for _, c := range f.Calls {
			if why.Rule == "" && wantsArgument(c) {
				why = p.AtLine("python.wants_arguments", f.path, c.Line)
			}
			action, _ := c.Arg("action")
			text, _ := action.Text()
			version = version || text == "version" || c.Full == "click.version_option"
		}
	}
	switch {
	case why.Rule == "":
		return
	case version:
		plan.line += " --version"
	default:
		plan.line += " --help"
	}
	plan.why = append(plan.why, why)
}

// wantsArgument reports whether a call declares an argument that has to
// be given.
func wantsArgument(c pysource.Call) bool {
	given := func(name string) bool { _, ok := c.Arg(name); return ok }
	truth := func(name string) bool {
		a, _ := c.Arg(name)
		return len(a.Tokens) == 1 && a.Tokens[0].Text == "True"
	}
	last := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	switch {
	case last == "add_argument" && len(c.Args) > 0:
		name, _ := c.Args[0].Text()
		return truth("required") || name != "" && !strings.HasPrefix(name, "-") && !given("nargs") && !given("default")
	case last == "add_subparsers", c.Full == "click.group":
		return last != "add_subparsers" || truth("required")
	case c.Full == "click.argument":
		return !given("required") && !given("default") && !given("nargs")
	}
	return false
}
