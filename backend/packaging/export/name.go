package export

import (
	"path"
	"strings"

	"aipack/backend/universalbuild"
)

// ServiceName is the name of a document's service as tags and compose files
// need it: lower case letters, digits and dashes.
func ServiceName(doc universalbuild.UniversalBuild) string {
	name := doc.Metadata.ProjectName
	if name == "" {
		name = path.Base(path.Clean("/" + doc.Metadata.Path))
	}
	// A scope says who made it, not what it is: @shop/api.
	if strings.HasPrefix(name, "@") {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	return slug(name)
}

// relative gives a path of the repository as seen from one of its folders.
func relative(from, to string) string {
	from, to = path.Clean(from), path.Clean(to)
	if from == "." {
		return to
	}
	var up strings.Builder
	for from != "." && to != from && !strings.HasPrefix(to, from+"/") {
		from = path.Dir(from)
		up.WriteString("../")
	}
	if from == "." {
		return up.String() + to
	}
	if to == from {
		return path.Clean("./" + up.String())
	}
	return up.String() + strings.TrimPrefix(to, from+"/")
}
