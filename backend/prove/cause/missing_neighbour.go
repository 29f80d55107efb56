package cause

import (
	"regexp"
	"slices"
	"strings"

	"aipack/backend/detect/backing"
)

// neighbourMissing says why the program does not reach a service; "" for those
// of the document.
func neighbourMissing(c circumstances, service string) explanation {
	if c.failure.Stage == "build" {
		return explanation{
			why: "The build asks for " + inWords(c, service) + ", and no other service is there while an image is built.",
			fix: "Let the build do without it: move what needs it to the start of the program or to a release command.",
		}
	}
	if n, ok := beside(c, service); ok {
		return notReached(c, n)
	}
	t := explanation{
		why: what(c) + " needs " + inWords(c, service) + ", which the plan does not name, so it was not there.",
		fix: "Add it to the plan, let the program start and wait without it, or prove with --network and an --env that leads it to one that the builder reaches.",
	}
	if id := idOf(service); id != "" {
		t.edits = []Edit{{Field: "/metadata/backing_services", Value: append(slices.Clone(c.Document.Metadata.BackingServices), id)}}
	}
	return t
}

// notReached is for a service that the plan names and that the program does not
// reach.
func notReached(c circumstances, n Neighbour) explanation {
	title := backing.Title(n.ID)
	if n.Absent {
		return explanation{
			rule: "neighbour_absent", class: Environment,
			why: "The program needs " + title + ", another service of the plan, at " + n.Address + ", which was not started: only some of the plan was proved.",
			fix: "This is no fault of the program. Prove the whole plan: without --service.",
		}
	}
	if !n.Healthy {
		if strings.Contains(n.Reason, wayBroken) {
			return explanation{
				rule: "way_broken", class: Transient,
				why: "The builder's connection to " + title + ", which was healthy beside the program, broke off in the middle of the proof.",
				fix: "Prove again; where it breaks each time, look at the builder's own log.",
			}
		}
		if files := setUpWith(c, n.ID); files != "" && sqlRefused.MatchString(n.Reason) && !n.Lost {
			return explanation{
				rule: "neighbour_setup", class: Project,
				why: title + " refuses " + files + ", with which it is set up: " + n.Reason + ".",
				fix: "Correct the file at that line: a data service runs it once, from the top, and ends at the first mistake.",
			}
		}
		became := "could not be started beside it"
		if n.Lost {
			became = "was healthy beside it and is no more"
		}
		return explanation{
			rule: "neighbour_failed", class: Environment, why: "The program needs " + title + ", which " + became + ": " + n.Reason + ".",
			fix: "This is no fault of the program. Mend what keeps " + title + " from starting, or prove with --network and an --env that leads to one that the builder reaches.",
		}
	}
	return explanation{
		rule: "neighbour_address", why: title + " was healthy beside the program, at " + n.Address + ", and the program asked elsewhere.",
		fix: "Let it read the address from a variable, and give that variable its value in the plan.",
	}
}

// sqlRefused is how the clients of MySQL, MariaDB and PostgreSQL say that they stopped
// at a line of a file. https://dev.mysql.com/doc/refman/8.4/en/mysql-batch-commands.html,
// https://www.postgresql.org/docs/current/app-psql.html (ON_ERROR_STOP)
var sqlRefused = regexp.MustCompile(`\bERROR \d+ \(\w{5}\) at line \d+|\bpsql:\S+:\d+: ERROR:`)

// setUpWith are the project's files that a data service runs while it has no data.
func setUpWith(c circumstances, id string) string {
	var names []string
	for _, one := range c.Document.Metadata.DataSetup {
		for _, f := range one.Files {
			if one.Service == id {
				names = append(names, f.From)
			}
		}
	}
	return strings.Join(names, " and ")
}

// neighbourOnPort is for a program that asks a port which nobody knows a service
// by: it may be another service of the plan.
func neighbourOnPort(c circumstances, port string) explanation {
	for _, n := range c.Beside {
		if strings.HasSuffix(n.Address, ":"+port) && c.failure.Stage != "build" {
			return notReached(c, n)
		}
	}
	return neighbourMissing(c, "a service on port "+port)
}

// beside finds the service among those of the plan; where none is named, one
// that is unhealthy, else the only one.
func beside(c circumstances, service string) (Neighbour, bool) {
	if service != "" {
		i := slices.IndexFunc(c.Beside, func(n Neighbour) bool { return backing.Title(n.ID) == service || related(n.ID, service) })
		if i < 0 {
			return Neighbour{}, false
		}
		return c.Beside[i], true
	}
	if i := slices.IndexFunc(c.Beside, func(n Neighbour) bool { return !n.Healthy }); i >= 0 {
		return c.Beside[i], true
	}
	if len(c.Beside) == 1 {
		return c.Beside[0], true
	}
	return Neighbour{}, false
}

// related reports whether a data service is spoken to as another: drivers name
// the one whose protocol they speak.
func related(id, service string) bool {
	b, known := backing.Of(id)
	other, ok := backing.Of(idOf(service))
	return known && ok && b.Port == other.Port
}

// idOf is the id of a service that people know by a title; "" for none.
func idOf(title string) string {
	for _, id := range backing.IDs() {
		if backing.Title(id) == title {
			return id
		}
	}
	return ""
}

// inWords is the service for a sentence.
func inWords(c circumstances, service string) string {
	if service != "" {
		return service
	}
	var names []string
	for _, id := range c.Document.Metadata.BackingServices {
		names = append(names, backing.Title(id))
	}
	if len(names) == 0 {
		return "a service that it connects to"
	}
	return strings.Join(names, " and ")
}

// loginRefused is for a data service that is there and does not let the program
// in.
func loginRefused(c circumstances, m []string) explanation {
	who := "the program"
	if user := firstNonEmpty(m[1:]); user != "" {
		who = user
	}
	name := "The database"
	if n, ok := beside(c, ""); ok {
		name = backing.Title(n.ID)
	}
	return explanation{
		why: name + " does not let " + who + " in: user and password are not those that it was started with.",
		fix: "Give the variables of user and password the database's own values in the plan; a user that stands in the code is not made.",
	}
}

// databaseMissing is for a server that is there without the database.
func databaseMissing(c circumstances, m []string) explanation {
	database := firstNonEmpty(append(m[1:], ""))
	made := "the one that its settings name"
	if n, ok := beside(c, ""); ok {
		if b, known := backing.Of(n.ID); known && b.Database != "" {
			made = b.Database
		}
	}
	if database == "" {
		database = "that it asks for"
	}
	return explanation{
		why: "The server is there and has no database " + database + ": it was made with " + made + ".",
		fix: "Give the variable of the database's name the value " + made + " in the plan, or let a release command make the other one.",
	}
}
