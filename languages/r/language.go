// Package r knows GNU R. It offers Language.
package r

import (
	"aipack/backend/language"
	"aipack/backend/language/version"
)

// Language is GNU R with CRAN packages, by renv or without.
var Language = language.Language{
	ID:         "r",
	Name:       "R",
	Extensions: []string{".R", ".r"},
	Manifests: []language.Manifest{
		{Name: "renv.lock", Priority: 3, Lock: true},
		{Name: "DESCRIPTION", Priority: 1},
		{Name: "install.R", Priority: 2},
	},
	Systems: []language.System{
		system("renv", "renv", []string{"renv.lock"}, `Rscript -e 'renv::restore(library = "/app/.rlib", prompt = FALSE)'`,
			"RENV_CONFIG_AUTOLOADER_ENABLED=FALSE keeps .Rprofile from fetching renv when the program starts."),
		system("cran", "CRAN", []string{"DESCRIPTION", "install.R"}, `Rscript -e 'install.packages("plumber", lib = "/app/.rlib")'`,
			"Install into a library below /app and name it in R_LIBS: it can be copied then."),
	},
	Frameworks: frameworks,
	Natives: []language.Native{
		{Needs: []string{"curl", "httr", "httr2", "plumber", "shiny"}, Runtime: []string{"libcurl4"}, Build: []string{"libcurl4-openssl-dev"}},
		{Needs: []string{"plumber"}, Build: []string{"libsodium-dev"}, Runtime: []string{"libsodium23"}},
		{Needs: []string{"openssl", "httr", "httr2"}, Build: []string{"libssl-dev"}},
		{Needs: []string{"xml2", "rvest", "tidyverse"}, Build: []string{"libxml2-dev"}, Runtime: []string{"libxml2"}},
		{Needs: []string{"RPostgres", "RPostgreSQL"}, Build: []string{"libpq-dev"}, Runtime: []string{"libpq5"}},
		{Needs: []string{"RMariaDB", "RMySQL"}, Build: []string{"libmariadb-dev"}, Runtime: []string{"libmariadb3"}},
		{Needs: []string{"odbc", "RODBC"}, Build: []string{"unixodbc-dev"}, Runtime: []string{"unixodbc"}},
		{Needs: []string{"sf", "terra", "rgdal"}, Build: []string{"libgdal-dev", "libgeos-dev", "libproj-dev", "libudunits2-dev"},
			Runtime: []string{"gdal-bin", "libudunits2-0"}},
	},
	EnvReads:       []language.Pattern{`\bSys\.getenv\(\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*(?:unset\s*=\s*)?["']([^"'\n]*)["'])?`},
	PortUses:       []language.Pattern{`\bSys\.getenv\(\s*["']PORT["']\s*,\s*(?:unset\s*=\s*)?["']?(\d{2,5})`, `\bport\s*=\s*(\d{4,5})L?\b`},
	Routes:         []language.Pattern{`\bpr_get\(\s*(?:\w+\s*,\s*)?["'](/[^"'\n]*)["']`, `\$get\(\s*["'](/[^"'\n]*)["']`},
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: "4.4",
	ImageVersion:   version.Image("r-base", "rocker/r-ver", "rocker/shiny"),
	Start:          start,
	Health:         health,
	Recipe:         recipe,
}

func system(id, name string, files []string, build string, notes ...string) language.System {
	return language.System{ID: id, Name: name, Files: files, Practices: language.Practices{
		BuildImage: "rocker/r-ver:4.4", RuntimeImage: "rocker/r-ver:4.4", Build: []string{build},
		Test: []string{"Rscript -e 'testthat::test_dir(\"tests\")'"}, Artifacts: []string{"."}, Ports: []int{8000}, Notes: notes,
	}}
}

const (
	serves   = language.Pattern(`\bpr_run\(|\$run\(|\brunApp\(|\bshinyApp\(|\brunServer\(|\bstartServer\(|\b(?:ignite|BackendRserve)\b|\$start\(|\brun_app\(`)
	plumbed  = language.Pattern(`(?m)^#[*']\s*@(?:get|post|put|delete|apiTitle|plumber)\b`)
	runsPort = `host = "0.0.0.0", port = as.integer(Sys.getenv("PORT", "`
)

// base are the packages that come with R.
var base = map[string]bool{
	"base": true, "stats": true, "utils": true, "graphics": true, "grDevices": true, "methods": true, "datasets": true,
	"tools": true, "parallel": true, "compiler": true, "grid": true, "splines": true, "stats4": true, "tcltk": true, "R": true,
}
