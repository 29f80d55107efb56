package languages

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/cran"
	"aipack/backend/manifest/pypi"
	"aipack/backend/universalbuild"
)

// R is GNU R with CRAN packages, by renv or without.
var R = language.Language{
	ID:         "r",
	Name:       "R",
	Extensions: []string{".R", ".r"},
	Manifests: []language.Manifest{
		{Name: "renv.lock", Priority: 3, Lock: true},
		{Name: "DESCRIPTION", Priority: 1},
		{Name: "install.R", Priority: 2},
	},
	SkipDirs: []string{"renv", "packrat"},
	Systems: []language.System{
		rSystem("renv", "renv", []string{"renv.lock"}, `Rscript -e 'renv::restore(library = "/app/.rlib", prompt = FALSE)'`,
			"RENV_CONFIG_AUTOLOADER_ENABLED=FALSE keeps .Rprofile from fetching renv when the program starts."),
		rSystem("cran", "CRAN", []string{"DESCRIPTION", "install.R"}, `Rscript -e 'install.packages("plumber", lib = "/app/.rlib")'`,
			"Install into a library below /app and name it in R_LIBS: it can be copied then."),
	},
	Frameworks: []language.Framework{
		{Name: "Shiny", Needs: []string{"shiny", "golem", "rhino"}, Port: 3838, Health: []string{"/"}},
		{Name: "Plumber", Needs: []string{"plumber", "plumber2"}, Port: 8000},
		{Name: "Ambiorix", Needs: []string{"ambiorix"}, Port: 3000},
		{Name: "RestRserve", Needs: []string{"RestRserve"}, Port: 8080},
		{Name: "Fiery", Needs: []string{"fiery"}, Port: 8080},
		{Name: "httpuv", Needs: []string{"httpuv"}, Port: 8080, Library: true},
	},
	Natives: []language.Native{
		{Needs: []string{"curl", "httr", "httr2", "plumber", "shiny"}, Runtime: []string{"libcurl4"}, Build: []string{"libcurl4-openssl-dev"}},
		{Needs: []string{"plumber"}, Build: []string{"libsodium-dev"}, Runtime: []string{"libsodium23"}},
		{Needs: []string{"openssl", "httr", "httr2"}, Build: []string{"libssl-dev"}},
		{Needs: []string{"xml2", "rvest", "tidyverse"}, Build: []string{"libxml2-dev"}, Runtime: []string{"libxml2"}},
		{Needs: []string{"RPostgres", "RPostgreSQL"}, Build: []string{"libpq-dev"}, Runtime: []string{"libpq5"}},
		{Needs: []string{"RMariaDB", "RMySQL"}, Build: []string{"libmariadb-dev"}, Runtime: []string{"libmariadb3"}},
		{Needs: []string{"odbc", "RODBC"}, Build: []string{"unixodbc-dev"}, Runtime: []string{"unixodbc"}},
		{Needs: []string{"sf", "terra", "rgdal"}, Build: []string{"libgdal-dev", "libgeos-dev", "libproj-dev", "libudunits2-dev"}, Runtime: []string{"gdal-bin", "libudunits2-0"}},
	},
	EnvReads:       []language.Pattern{`\bSys\.getenv\(\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*(?:unset\s*=\s*)?["']([^"'\n]*)["'])?`},
	PortUses:       []language.Pattern{`\bSys\.getenv\(\s*["']PORT["']\s*,\s*(?:unset\s*=\s*)?["']?(\d{2,5})`, `\bport\s*=\s*(\d{4,5})L?\b`},
	Routes:         []language.Pattern{`\bpr_get\(\s*(?:\w+\s*,\s*)?["'](/[^"'\n]*)["']`, `\$get\(\s*["'](/[^"'\n]*)["']`},
	Claim:          rClaim,
	Dependencies:   rDependencies,
	Version:        rVersion,
	DefaultVersion: "4.4",
	ImageVersion:   imageVersion("r-base", "rocker/r-ver", "rocker/shiny"),
	Start:          rStart,
	Health:         rHealth,
	Recipe:         rRecipe,
}

func rSystem(id, name string, files []string, build string, notes ...string) language.System {
	return language.System{ID: id, Name: name, Files: files, Practices: language.Practices{
		BuildImage: "rocker/r-ver:4.4", RuntimeImage: "rocker/r-ver:4.4", Build: []string{build},
		Test: []string{"Rscript -e 'testthat::test_dir(\"tests\")'"}, Artifacts: []string{"."}, Ports: []int{8000}, Notes: notes,
	}}
}

// rStarts are names of files that start an R program, best first.
var rStarts = []string{"entrypoint.R", "app.R", "server.R", "plumber.R", "api.R", "main.R", "run.R", "index.R", "run_app.R", "start.R"}

// rPlan is how an R project is run.
type rPlan struct {
	command []string
	file    string
	needle  string
	kind    universalbuild.Kind
}

const (
	rServes   = language.Pattern(`\bpr_run\(|\$run\(|\brunApp\(|\bshinyApp\(|\brunServer\(|\bstartServer\(|\b(?:ignite|BackendRserve)\b|\$start\(|\brun_app\(`)
	rPlumbed  = language.Pattern(`(?m)^#[*']\s*@(?:get|post|put|delete|apiTitle|plumber)\b`)
	rRunsPort = `host = "0.0.0.0", port = as.integer(Sys.getenv("PORT", "`
)

// rPlanOf finds what starts a project: a Shiny application, annotated Plumber
// routes, a script that serves, else a script that is named like a start.
func rPlanOf(f *language.Folder) (rPlan, bool) {
	shiny := []string{"Rscript", "-e", `shiny::runApp(".", ` + rRunsPort + `3838")))`}
	for _, name := range rStarts {
		content, ok := f.Text(name)
		switch {
		case !ok:
		case name == "server.R" && f.Has("ui.R"):
			return rPlan{shiny, name, "", universalbuild.Web}, true
		case name == "app.R" && (strings.Contains(content, "shinyApp(") || strings.Contains(content, "shiny")):
			return rPlan{shiny, name, "shiny", universalbuild.Web}, true
		case rPlumbed.Regexp().MatchString(content) && !rServes.Regexp().MatchString(content):
			if run := rRunner(f, name); run != "" {
				return rPlan{[]string{"Rscript", run}, run, "", universalbuild.Web}, true
			}
			return rPlan{[]string{"Rscript", "-e", `plumber::pr_run(plumber::pr("` + name + `"), ` + rRunsPort + `8000")))`}, name, "@", universalbuild.Web}, true
		case rServes.Regexp().MatchString(content):
			return rPlan{[]string{"Rscript", name}, name, rServes.Regexp().FindString(content), universalbuild.Web}, true
		}
	}
	name := f.FirstOf("main.R", "run.R", "index.R", "start.R")
	if scripts := rScripts(f); name == "" && len(scripts) == 1 && !f.HasDir("R") {
		name = scripts[0]
	}
	return rPlan{[]string{"Rscript", name}, name, "", universalbuild.CLI}, name != ""
}

// rRunner finds a script that runs the routes of another file.
func rRunner(f *language.Folder, routes string) string {
	for _, name := range rScripts(f) {
		if content, _ := f.Text(name); name != routes && strings.Contains(content, routes) && rServes.Regexp().MatchString(content) {
			return name
		}
	}
	return ""
}

func rScripts(f *language.Folder) []string {
	var out []string
	for _, name := range f.Files() {
		if strings.EqualFold(path.Ext(name), ".r") && name != "install.R" {
			out = append(out, name)
		}
	}
	return out
}

func rClaim(f *language.Folder) (language.Claim, bool) {
	claim := language.Claim{System: "cran", Confidence: finding.Certain}
	d, described := language.Parse(f, "DESCRIPTION", cran.ParseDescription)
	described = described && (d.Package != "" || d.Type != "" || len(d.Imports)+len(d.Depends) > 0)
	claim.Name = d.Package
	runtimeTxt, _ := f.Text("runtime.txt")
	plan, runs := rPlanOf(f)
	switch {
	case f.Has("renv.lock"):
		claim.System, claim.Why = "renv", []finding.Evidence{f.Evidence("r.renv", "renv.lock", 0, "")}
	case described:
		claim.Why = []finding.Evidence{f.At("r.description", "DESCRIPTION", "Package:")}
	case f.Has("install.R"):
		claim.Why = []finding.Evidence{f.Evidence("r.install", "install.R", 0, "")}
	case strings.HasPrefix(runtimeTxt, "r-"):
		claim.Why = []finding.Evidence{f.Evidence("r.runtime_txt", "runtime.txt", 1, "")}
	case runs:
		claim.Confidence = finding.Likely
		claim.Why = []finding.Evidence{f.At("r.script", plan.file, plan.needle)}
	default:
		return language.Claim{}, false
	}
	switch {
	case runs && plan.kind == universalbuild.Web:
		claim.Role, claim.Kind = language.Service, plan.kind
		claim.RoleWhy = f.At("r.start", plan.file, plan.needle)
	case described && (f.Has("NAMESPACE") || f.HasDir("R")):
		claim.Role, claim.RoleWhy = language.Library, f.At("r.package", "DESCRIPTION", "Package:")
	case runs:
		claim.Role, claim.Kind = language.Program, plan.kind
		claim.RoleWhy = f.Evidence("r.start", plan.file, 0, "")
	default:
		claim.Confidence = finding.Unsure
	}
	return claim, true
}

// rBase are the packages that come with R.
var rBase = map[string]bool{
	"base": true, "stats": true, "utils": true, "graphics": true, "grDevices": true, "methods": true, "datasets": true,
	"tools": true, "parallel": true, "compiler": true, "grid": true, "splines": true, "stats4": true, "tcltk": true, "R": true,
}

func rDependencies(p *language.Project) []language.Dependency {
	var out []language.Dependency
	seen := map[string]bool{}
	add := func(file string, dev bool, list []pypi.Requirement) {
		for _, r := range list {
			if !rBase[r.Name] && !seen[r.Name] {
				seen[r.Name] = true
				out = append(out, language.Dependency{Name: r.Name, Version: r.Specifier, Dev: dev, Path: p.Join(file), Line: r.Line})
			}
		}
	}
	if d, ok := language.Parse(p.Folder, "DESCRIPTION", cran.ParseDescription); ok {
		add("DESCRIPTION", false, d.Depends)
		add("DESCRIPTION", false, d.Imports)
		add("DESCRIPTION", true, d.Suggests)
	}
	for _, name := range append([]string{"install.R"}, rScripts(p.Folder)...) {
		list, _ := language.Parse(p.Folder, name, cran.ParseScript)
		add(name, false, list)
	}
	lock, _ := language.Parse(p.Folder, "renv.lock", cran.ParseLock)
	add("renv.lock", false, lock.Packages)
	slices.SortFunc(out, func(a, b language.Dependency) int { return strings.Compare(a.Name, b.Name) })
	return out
}
