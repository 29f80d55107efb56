package validate

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/value"
	"aipack/backend/universalbuild"
)

// values finds references in the values of variables that lead nowhere, and
// secrets that stand there as they are.
func values(c *Check) {
	for i, v := range c.Doc.Runtime.Variables {
		field := at("/runtime/variables", i) + "/value"
		t, err := value.Parse(v.Value)
		if err != nil {
			c.Fail(field, "The value of "+v.Name+" refers to something that is not there: "+err.Error()+".",
				"Write a reference as the documentation of values does, or {text:…} where the braces are meant.")
			continue
		}
		for _, id := range t.Stores() {
			if !slices.Contains(c.Doc.Metadata.BackingServices, id) {
				c.Fail(field, "The value of "+v.Name+" refers to "+id+", which is not among the backing services.",
					"Add "+id+" to /metadata/backing_services, or give another value.")
			}
		}
		if universalbuild.SecretName(v.Name) && plain(t) && !universalbuild.Placeholder(v.Value) {
			c.Warn(field, "By its name "+v.Name+" is a secret, and its value stands here as it is.",
				"Write {secret:hex:32} for one that is made, or leave the value out: the user gives it.")
		}
	}
}

// plain reports whether a value is a text and nothing else.
func plain(t value.Template) bool {
	return len(t) == 1 && t[0].Kind == value.Text && len(strings.TrimSpace(t[0].Text)) > 0
}

// neighbours finds values that refer to services which the plan does not have.
func neighbours(c *Check, docs []universalbuild.UniversalBuild, i int) {
	for n, v := range docs[i].Runtime.Variables {
		t, err := value.Parse(v.Value)
		if err != nil {
			continue
		}
		for _, path := range t.Services() {
			if !slices.ContainsFunc(docs, func(o universalbuild.UniversalBuild) bool { return o.Metadata.Path == path }) {
				c.Warn("/"+strconv.Itoa(i)+at("/runtime/variables", n)+"/value", "The value of "+v.Name+" refers to a service in the folder "+path+", and there is none.",
					"Name the folder of a service, or give the address itself.")
			}
		}
	}
}
