package validate

import (
	"fmt"
	"slices"

	"aipack/backend/universalbuild"
)

// between finds what is wrong with documents only because of one another.
func between(docs []universalbuild.UniversalBuild) []Problem {
	var problems []Problem
	c := &Check{rule: "services", problems: &problems}
	seen := map[[2]string]int{}
	for i, d := range docs {
		key := [2]string{d.Metadata.Path, d.Metadata.ProjectName}
		if first, twice := seen[key]; twice {
			c.Fail(at("", i)+"/metadata/project_name", fmt.Sprintf("Services %d and %d have the same folder and name.", first+1, i+1),
				"Give each its own name, or remove one.")
		}
		seen[key] = i
		neighbours(c, docs, i)
		for j, need := range d.Metadata.DependsOn {
			field := at(at("", i)+"/metadata/depends_on", j)
			switch {
			case need == d.Metadata.Path:
				c.Warn(field, "The service depends on itself.", "Remove it.")
			case len(docs) > 1 && !slices.ContainsFunc(docs, func(o universalbuild.UniversalBuild) bool { return o.Metadata.Path == need }):
				c.Warn(field, "There is no service in the folder "+need+".", "Name the folder of a service, or remove it.")
			}
		}
	}
	accounts(c, docs)
	together(c, docs)
	return problems
}
