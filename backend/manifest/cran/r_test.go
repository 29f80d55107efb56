package cran

import (
	"strings"
	"testing"

	"aipack/backend/manifest/pypi"
)

func packageNames(list []pypi.Requirement) string {
	var names []string
	for _, r := range list {
		names = append(names, r.Name)
	}
	return strings.Join(names, " ")
}

func TestR(t *testing.T) {
	d, _ := ParseDescription("Package: api\nDepends:\n    R (>= 4.1),\n    plumber\nImports: jsonlite (>= 1.8), DBI\n")
	if d.R != ">= 4.1" || packageNames(d.Depends) != "plumber" || packageNames(d.Imports) != "jsonlite DBI" || d.Depends[0].Line != 4 {
		t.Errorf("%+v", d)
	}
	l, err := ParseLock(`{"R":{"Version":"4.3.1"},"Packages":{"plumber":{"Version":"1.2.1"}}}`)
	if err != nil || l.R != "4.3.1" || l.Packages[0].Specifier != "1.2.1" {
		t.Errorf("%+v, %v", l, err)
	}
	list, _ := ParseScript("# library(no)\ninstall.packages(c(\"plumber\", 'DBI'), repos = \"https://x\")\nlibrary(shiny)\nx <- jsonlite::toJSON(\"library(y)\")\n")
	if packageNames(list) != "plumber DBI shiny jsonlite" {
		t.Errorf("%v", list)
	}
}
