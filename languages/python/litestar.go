package python

import (
	"strings"

	"aipack/backend/universalbuild"
)

// litestarGroup are Litestar's own commands as a program calls them that has made
// its application known to them. https://docs.litestar.dev/latest/usage/cli.html
var litestarGroup = []string{"litestar.cli.main.litestar_group", "litestar.__main__.run_cli"}

// litestarScript serves with a console script that is Litestar's command with
// another name.
func litestarScript(f sourceFile, plan *startPlan) bool {
	for _, c := range f.Calls {
		for _, group := range litestarGroup {
			if c.Full == group {
				plan.commands, plan.framework, plan.kind = plan.line, "Litestar", universalbuild.Web
				plan.own(8000, plan.line+" run --host 0.0.0.0 --port ", "")
				return true
			}
		}
	}
	return false
}

// litestarLine brings the database up to date with the command that Advanced
// Alchemy adds to Litestar's. https://advanced-alchemy.litestar.dev/latest/usage/cli.html
func litestarLine(p *projectFacts, plan *startPlan) string {
	const upgrade = " database upgrade --no-prompt"
	switch {
	case plan.commands != "":
		return plan.commands + upgrade
	case plan.app == nil:
		return "litestar" + upgrade
	}
	return "litestar --app " + p.target(*plan.app, plan) + upgrade
}

// isModule reports whether a file is what a module's name says: by where it lies,
// or by the end of that, for builds that take a folder for their root.
func isModule(p *projectFacts, f sourceFile, module string) bool {
	name, _ := moduleOf(p.Folder, f)
	return name == module || strings.HasSuffix(name, "."+module) && p.packaged()
}
