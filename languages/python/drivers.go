package python

import (
	"strings"

	"aipack/backend/manifest/pypi"
	"aipack/languages/python/distribution"
	"aipack/languages/python/listing"
)

// formerDriver is what pip is told beside the lists, so that an address which names no
// driver is opened with the one that they have; nothing where a source names one.
func (b *install) formerDriver() string {
	var installed []pypi.Requirement
	for _, n := range b.facts.needs {
		if !n.dev {
			installed = append(installed, n.Requirement)
		}
	}
	driver, bound := distribution.FormerDriver(installed)
	if bound == "" {
		return ""
	}
	for n, name := range listing.Paths(b.p.Folder) {
		if text, _ := b.p.Text(name); n < maxSeen && strings.Contains(text, "+psycopg2") {
			return ""
		}
	}
	n, _ := b.facts.need(driver.Name)
	b.p.WarnAt(n.file, n.Line, "driver_former", "SQLAlchemy 2.1 and later do not take "+driver.Name+" for an address that names no driver; an earlier one is installed",
		"name the driver in the address, such as postgresql+psycopg2://, or bound SQLAlchemy in the list")
	return " " + quote(bound)
}
