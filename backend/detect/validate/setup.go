package validate

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// setups checks what data services are given to set themselves up with.
func setups(c *Check) {
	for i, s := range c.Doc.Metadata.DataSetup {
		field := at("/metadata/data_setup", i)
		b, _ := backing.Of(s.Service)
		if !slices.Contains(c.Doc.Metadata.BackingServices, s.Service) {
			c.Fail(field+"/service", s.Service+" is not among the backing services.", "Add it to /metadata/backing_services, or remove the setup.")
		} else if b.Initial == "" && len(s.Files) > 0 {
			c.Fail(field+"/service", s.Service+" runs no files when it is set up.", "Remove the setup.")
		}
		for _, name := range [][2]string{{"user", s.User}, {"database", s.Database}} {
			if strings.ContainsFunc(name[1], odder) {
				c.Fail(field+"/"+name[0], strconv.Quote(name[1])+" is no plain name.", "Use letters, digits, _ and - alone.")
			}
		}
		if _, ok := b.Secured(); s.TLS && !ok {
			c.Fail(field+"/tls", s.Service+" cannot be told to speak TLS.", "Remove it, or let the program ask without TLS.")
		}
		writtenOf(c, field, s, b)
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

// writtenOf checks what the sources say of a data service.
func writtenOf(c *Check, field string, s universalbuild.DataSetup, b backing.Service) {
	w := s.Written
	if w == nil {
		return
	}
	if strings.ContainsFunc(strings.Trim(w.Host, "[]"), func(r rune) bool { return odder(r) && r != '.' && r != ':' }) {
		c.Fail(field+"/written/host", strconv.Quote(w.Host)+" is no name of a host.", "Name the one that the sources have.")
	}
	if w.Port < 0 || w.Port > 65535 {
		c.Fail(field+"/written/port", fmt.Sprintf("%d is no port.", w.Port), "Name the one that the sources have, or none.")
	} else if _, ok := b.On(w.Port); w.Port != 0 && !ok {
		c.Warn(field+"/written/port", fmt.Sprintf("%s cannot be told to listen on port %d: the program does not reach it.", b.Title, w.Port),
			"Let the sources ask it on port "+strconv.Itoa(b.Port)+".")
	}
	if p := w.Password; p != nil {
		c.inside(field+"/written/password/path", p.Path, "repository")
		if p.Line < 1 || p.From < 1 || p.To <= p.From {
			c.Fail(field+"/written/password", "The place of the password is no part of a line.", "Make the plan again.")
		}
	}
	if _, ok := b.For(s.User, s.Database).Open(); w.Open && !ok {
		c.Warn(field+"/written/open", b.Title+" lets nobody in without a password whom the sources sign in as: the program is refused.",
			"Let the sources sign in with a password that a variable gives.")
	}
}

// accounts warns of services whose sources ask one data service as different accounts, or
// for different databases: it is set up with those of the first.
func accounts(c *Check, docs []universalbuild.UniversalBuild) {
	first := map[string]universalbuild.DataSetup{}
	for i, d := range docs {
		for j, s := range d.Metadata.DataSetup {
			known, ok := first[s.Service]
			if !ok {
				first[s.Service] = s
			} else if s.Written != nil && (known.User != s.User || known.Database != s.Database) {
				c.Warn(at(at("", i)+"/metadata/data_setup", j), fmt.Sprintf("%s is set up for %s, and the sources of this service ask it as %s for %s.",
					s.Service, cmp.Or(known.Database, "app"), cmp.Or(s.User, "app"), cmp.Or(s.Database, "app")), "Give one of the two services its own data service, or have both read the account from variables.")
			}
		}
	}
}

// together warns of programs that ask one data service on their own machine, for which all
// of them share its network, and of which two, or one and the data service, listen on one port.
func together(c *Check, docs []universalbuild.UniversalBuild) {
	taken := map[string]map[int]string{} // by the data service, who listens where in its network
	for i, d := range docs {
		for j, s := range d.Metadata.DataSetup {
			if s.Written == nil || !universalbuild.OwnMachine(s.Written.Host) {
				continue
			}
			b, _ := backing.Of(s.Service)
			if taken[s.Service] == nil {
				taken[s.Service] = map[int]string{cmp.Or(s.Written.Port, b.Port): b.Title}
			}
			for _, port := range d.Runtime.Ports {
				who, known := taken[s.Service][port.Port]
				if port.Protocol == "udp" {
					continue
				}
				if known {
					c.Warn(at(at("", i)+"/metadata/data_setup", j)+"/written/host", fmt.Sprintf(
						"The sources ask %s on the program's own machine, where %s listens on port %d as the program does: they cannot share a network, and it is not reached.", b.Title, who, port.Port),
						"Let the address be read from a variable, or the program listen on another port.")
					break
				}
				taken[s.Service][port.Port] = cmp.Or(d.Metadata.ProjectName, d.Metadata.Path)
			}
		}
	}
}

// odder reports characters that a name of a database would need quotes for.
func odder(c rune) bool {
	return c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
}
