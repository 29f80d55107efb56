package validate

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
)

// setups checks what data services are given to set themselves up with.
func setups(c *Check) {
	for i, s := range c.Doc.Metadata.DataSetup {
		field := at("/metadata/data_setup", i)
		b, _ := backing.Of(s.Service)
		if !slices.Contains(c.Doc.Metadata.BackingServices, s.Service) {
			c.Fail(field+"/service", s.Service+" is not among the backing services.", "Add it to /metadata/backing_services, or remove the setup.")
		} else if b.Initial == "" {
			c.Fail(field+"/service", s.Service+" runs no files when it is set up.", "Remove the setup.")
		}
		for _, name := range [][2]string{{"user", s.User}, {"database", s.Database}} {
			if strings.ContainsFunc(name[1], odder) {
				c.Fail(field+"/"+name[0], strconv.Quote(name[1])+" is no plain name.", "Use letters, digits, _ and - alone.")
			}
		}
		for j, f := range s.Files {
			file := at(field+"/files", j)
			c.inside(file+"/from", f.From, "repository")
			if strings.Contains(f.From, ":") {
				c.Fail(file+"/from", "compose cannot mount "+f.From+": a colon ends a path there.", "Give it another name.")
			}
			if to := path.Clean(f.To); b.Initial != "" && (odd(f.To) || strings.Contains(f.To, ":") || to != b.Initial && path.Dir(to) != b.Initial) {
				c.Fail(file+"/to", f.To+" is no file of the folder "+b.Initial+".", "Name a place there: no other is looked at.")
			}
			if c.all.files != nil && !escapes(f.From) && !c.all.has(f.From) {
				c.Fail(file+"/from", "There is no "+f.From+" in the repository.", "Remove it, or correct the path.")
			}
		}
	}
}

// odder reports characters that a name of a database would need quotes for.
func odder(c rune) bool {
	return c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
}
