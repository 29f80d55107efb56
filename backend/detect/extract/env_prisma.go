package extract

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
	"aipack/backend/language/node"
)

// prismaSchemas are where Prisma's schema is kept
// (https://www.prisma.io/docs/orm/prisma-schema/overview/location).
var prismaSchemas = []string{
	"prisma/schema.prisma", "schema.prisma", "db/schema.prisma", "src/prisma/schema.prisma",
	"prisma/schema/schema.prisma", "src/schema.prisma",
}

// prismaAddress is how a schema, or since version 7 Prisma's configuration, names
// the variable with the address of its database; prismaNames finds the names.
const (
	prismaAddress language.Pattern = `\b(?:url|directUrl)\s*[=:]\s*((?:env\(|process\.env)[^,;\n]*)`
	prismaNames   language.Pattern = `\benv\(\s*["'](\w+)["']\s*\)|\bprocess\.env(?:\.|\[["'])(\w+)`
)

// schemaFolders are where the service's schemas may lie: its own folder, those
// of the projects that it is made with, its workspace's root.
func (f *Facts) schemaFolders() []*language.Folder {
	out := []*language.Folder{f.Project.Folder}
	for _, p := range f.locals() {
		out = append(out, p.Folder)
	}
	if w := f.Project.Workspace; w != nil && w.Root != f.Project.Path && f.Project.Uses("@prisma/client", "prisma") {
		out = append(out, f.Project.Reader().Folder(w.Root))
	}
	return out
}

// envPrisma reads the variables that a schema takes its address from: the
// client that is generated of it refuses to connect without.
func (f *Facts) envPrisma(e *envTable) {
	for _, dir := range f.schemaFolders() {
		for _, name := range append([]string{node.PrismaConfig(dir)}, prismaSchemas...) {
			if name == "" || !dir.Has(name) {
				continue
			}
			text, ok := dir.Text(name)
			if !ok || len(text) > maxConfiguration {
				continue
			}
			for i, line := range strings.Split(text, "\n") {
				m := prismaAddress.Regexp().FindStringSubmatch(line)
				if m == nil || source.IsComment(strings.TrimSpace(line), name) {
					continue
				}
				// Of several, the last is asked where the others are not given.
				names := prismaNames.Regexp().FindAllStringSubmatch(m[1], 4)
				for j, found := range names {
					v := e.entry(found[1]+found[2], configurationConfidence, dir.Evidence("env.prisma", name, i+1, strings.TrimSpace(line)))
					if v == nil {
						continue
					}
					v.readAt(dir.Join(name), i+1)
					if j == len(names)-1 {
						v.note(thrown, false)
					}
				}
			}
		}
	}
}
