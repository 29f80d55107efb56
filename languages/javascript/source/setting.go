package source

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
)

// module follows a key into the file that an import names.
func (v *Value) module(file, name, key string) bool {
	if v.steps++; v.steps > maxSteps {
		return false
	}
	if !strings.HasPrefix(name, ".") {
		if name == "config" { // node-config: https://github.com/node-config/node-config/wiki/Configuration-Files
			return v.setting(key)
		}
		return v.alias(name, key)
	}
	target := Resolve(v.Root, path.Join(path.Dir(file), name))
	return target != "" && v.within(target, key)
}

func (v *Value) within(file, key string) bool {
	text := Script(v.Root, file)
	if path.Ext(file) != ".json" && v.name(file, text, key) {
		return true
	}
	return v.property(file, text, key) || v.dataFile(file, text, key)
}

// alias finds the module that a path of the compiler's settings or a member of
// the workspace stands for, by its last name: @acme/common/config.
func (v *Value) alias(name, key string) bool {
	if !strings.Contains(name, "/") {
		return false
	}
	stem := path.Base(name)
	for _, ext := range []string{".ts", ".js", ".mjs"} {
		for _, file := range v.Root.Reader().Index.NamedUnder(v.Context.Path, stem+ext) {
			if !strings.Contains(file, "node_modules/") && v.within(file, key) {
				return true
			}
		}
	}
	return false
}

// dialled are ports of databases, queues and mail, which settings hold for
// what the program connects to (IANA's service names).
var dialled = map[int]bool{
	25: true, 465: true, 587: true, 1433: true, 1883: true, 3306: true, 5432: true, 5672: true,
	6379: true, 9042: true, 9092: true, 9200: true, 11211: true, 27017: true,
}

// setting finds a key of a configuration that is asked by name: what node-config
// and its kin read, and what convict, nconf and rc are given in a file of the
// program that is called for it.
func (v *Value) setting(key string) bool {
	last := key[strings.LastIndexAny(key, ".:")+1:]
	for _, name := range []string{"config/default.json", "config/default.js", "config/default.ts", "config/default.yaml", "config/default.yml", "config/default.json5"} {
		if v.Project.Has(name) && v.property(v.Project.Join(name), Script(v.Project, name), last) {
			return true
		}
	}
	for _, base := range []string{"defaults.json", "default.json"} { // of nconf's and rc's files
		for _, name := range v.Root.Reader().Index.NamedUnder(v.Project.Path, base) {
			if !strings.Contains(name, "node_modules/") && v.property(name, Script(v.Root, name), last) {
				return true
			}
		}
	}
	for i, name := range Files(v.Project) {
		if i == MostFiles {
			break
		}
		base := strings.ToLower(path.Base(name))
		called := strings.Contains(base, "config") || strings.Contains(base, "setting") || strings.Contains(base, "env") ||
			strings.Contains(base, "option") || strings.Contains(base, "definition") || strings.Contains(base, "default")
		if called && v.property(name, Script(v.Root, name), last) {
			if !dialled[v.Port] {
				return true
			}
			v.Port = 0
		}
	}
	if last == "PORT" {
		v.AsksPort = true
	}
	return strings.ToUpper(last) == last && v.variable(last)
}

// dataFile reads a key of the file that an object is read from, or of the sample
// of it that is shipped: JSON.parse(readFileSync("config.json")).
func (v *Value) dataFile(file, expr, key string) bool {
	for _, m := range dataFile.Regexp().FindAllStringSubmatch(expr, 3) {
		ext := path.Ext(m[1])
		stem := strings.TrimSuffix(m[1], ext)
		for _, dir := range []string{path.Dir(file), v.Project.Path, v.Context.Path} {
			for _, name := range []string{m[1], m[1] + ".template", m[1] + ".example", m[1] + ".sample", m[1] + ".dist", stem + ".example" + ext, stem + ".sample" + ext, stem + ".default" + ext} {
				name = path.Join(dir, name)
				if !strings.HasPrefix(name, "../") && v.Root.Has(name) && v.property(name, Script(v.Root, name), key) {
					return true
				}
			}
		}
	}
	return false
}

// variable is an environment variable: what the project's own examples give it.
func (v *Value) variable(name string) bool {
	v.AsksPort = v.AsksPort || name == "PORT"
	for _, file := range []string{".env.example", ".env.sample", ".env.template", ".env.defaults", ".env"} {
		d, _ := language.Parse(v.Project, file, keyvalue.ParseDotenv)
		for _, e := range d.Entries {
			if e.Name == name && !e.Off && number.Regexp().MatchString(e.Value) {
				return v.number(v.Project.Join(file), name+"="+e.Value, e.Value)
			}
		}
	}
	return false
}
