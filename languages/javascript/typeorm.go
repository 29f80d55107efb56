package javascript

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// ormSamples are how an example of TypeORM's own configuration file is kept.
var ormSamples = []string{"ormconfig.json.example", "ormconfig.json.sample", "ormconfig.json.dist", "ormconfig.example.json", "ormconfig.sample.json"}

// ormFiles are those of its configuration files that a program takes.
var ormFiles = []string{
	"ormconfig.json", "ormconfig.js", "ormconfig.ts", "ormconfig.cjs", "ormconfig.mjs",
	"ormconfig.yml", "ormconfig.yaml", "ormconfig.xml", "ormconfig.env",
}

// ormSample is what a project says of its connection.
type ormSample struct {
	file, Type, Host, Database string
	Port                       int
	Entities, Migrations       []string
	Synchronize, MigrationsRun bool
}

// ormOf reads the sample of a program that has no such file and describes its
// connection nowhere else. Releases of TypeORM before 0.3 then take it from
// variables, before any file
// (https://github.com/typeorm/typeorm/blob/0.2.45/docs/using-ormconfig.md).
func ormOf(p *language.Project) (o ormSample, ok bool) {
	pl := newPlan(p)
	constraint := strings.TrimLeft(pl.pkg.Constraint("typeorm"), "^~=v ")
	if !strings.HasPrefix(constraint, "0.2.") && !strings.HasPrefix(constraint, "0.1.") || slices.ContainsFunc(ormFiles, p.Has) {
		return o, false
	}
	for _, name := range ormSamples {
		text, found := p.Text(name)
		if !found || json.Unmarshal([]byte(text), &o) != nil || o.Type == "" || o.Host == "" {
			continue
		}
		o.file = name
		return o, saysAnywhere(p.Folder, func(text string) string {
			if strings.Contains(text, "TypeOrmModule.forRoot()") || strings.Contains(text, "createConnection()") {
				return name
			}
			return ""
		})
	}
	return o, false
}

// ormSettings gives the address and the database as the variables that override
// them. The sample's own user is nobody's.
func ormSettings(p *language.Project) []language.Setting {
	o, ok := ormOf(p)
	if !ok {
		return nil
	}
	address := o.Host
	if o.Port > 0 {
		address += ":" + strconv.Itoa(o.Port)
	}
	list := []language.Setting{{
		Variable: "TYPEORM_URL", Text: fmt.Sprintf("%s://%s/%s", o.Type, address, o.Database),
		Why: p.At("node.typeorm", o.file, `"host"`),
	}}
	if o.Database != "" { // drivers ask for it beside the address (EntityMetadataValidator of 0.2)
		list = append(list, language.Setting{Variable: "TYPEORM_DATABASE", Text: o.Database, Why: p.At("node.typeorm", o.file, `"database"`)})
	}
	return list
}

// ormEnvironment is the rest of the sample, which the variables have to say as well.
func (pl plan) ormEnvironment(r *language.Recipe) {
	o, ok := ormOf(pl.p)
	if !ok {
		return
	}
	set := func(name, value, key string) {
		r.Runtime.Environment[name] = value
		r.Why = append(r.Why, language.Reason{
			Field: "/runtime/environment/" + name, Confidence: finding.Likely,
			Evidence: pl.p.At("node.typeorm", o.file, `"`+key+`"`),
		})
	}
	for _, list := range []struct {
		name, key string
		paths     []string
	}{{"TYPEORM_ENTITIES", "entities", o.Entities}, {"TYPEORM_MIGRATIONS", "migrations", o.Migrations}} {
		if len(list.paths) > 0 && len(list.paths) <= maxOrmPaths {
			set(list.name, strings.Join(withoutBraces(list.paths), ","), list.key)
		}
	}
	if o.Synchronize {
		set("TYPEORM_SYNCHRONIZE", "true", "synchronize")
	}
	if o.MigrationsRun {
		set("TYPEORM_MIGRATIONS_RUN", "true", "migrationsRun")
	}
}

const maxOrmPaths = 16

// withoutBraces writes x{.ts,.js} as two paths: the variable is split at commas.
func withoutBraces(paths []string) (out []string) {
	for _, one := range paths {
		before, rest, open := strings.Cut(one, "{")
		inside, after, closed := strings.Cut(rest, "}")
		if !open || !closed {
			out = append(out, one)
			continue
		}
		for _, end := range strings.Split(inside, ",") {
			out = append(out, before+end+after)
		}
	}
	return out
}
