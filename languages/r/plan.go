package r

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// starts are names of files that start an R program, best first.
var starts = []string{"entrypoint.R", "app.R", "server.R", "plumber.R", "api.R", "main.R", "run.R", "index.R", "run_app.R", "start.R"}

// plan is how an R project is run.
type plan struct {
	command []string
	file    string
	needle  string
	kind    universalbuild.Kind
}

// planOf finds what starts a project: a Shiny application, annotated Plumber
// routes, a script that serves, else a script that is named like a start.
func planOf(f *language.Folder) (plan, bool) {
	shiny := []string{"Rscript", "-e", `shiny::runApp(".", ` + runsPort + `3838")))`}
	for _, name := range starts {
		content, ok := f.Text(name)
		switch {
		case !ok:
		case name == "server.R" && f.Has("ui.R"):
			return plan{shiny, name, "", universalbuild.Web}, true
		case name == "app.R" && (strings.Contains(content, "shinyApp(") || strings.Contains(content, "shiny")):
			return plan{shiny, name, "shiny", universalbuild.Web}, true
		case plumbed.Regexp().MatchString(content) && !serves.Regexp().MatchString(content):
			if run := runner(f, name); run != "" {
				return plan{[]string{"Rscript", run}, run, "", universalbuild.Web}, true
			}
			return plan{[]string{"Rscript", "-e", `plumber::pr_run(plumber::pr("` + name + `"), ` + runsPort + `8000")))`}, name, "@", universalbuild.Web}, true
		case serves.Regexp().MatchString(content):
			return plan{[]string{"Rscript", name}, name, serves.Regexp().FindString(content), universalbuild.Web}, true
		}
	}
	name := f.FirstOf("main.R", "run.R", "index.R", "start.R")
	if scripts := scriptsOf(f); name == "" && len(scripts) == 1 && !f.HasDir("R") {
		name = scripts[0]
	}
	return plan{[]string{"Rscript", name}, name, "", universalbuild.CLI}, name != ""
}

// runner finds a script that runs the routes of another file.
func runner(f *language.Folder, routes string) string {
	for _, name := range scriptsOf(f) {
		if content, _ := f.Text(name); name != routes && strings.Contains(content, routes) && serves.Regexp().MatchString(content) {
			return name
		}
	}
	return ""
}

func scriptsOf(f *language.Folder) []string {
	var out []string
	for _, name := range f.Files() {
		if strings.EqualFold(path.Ext(name), ".r") && name != "install.R" {
			out = append(out, name)
		}
	}
	return out
}
