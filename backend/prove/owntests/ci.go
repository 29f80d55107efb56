package owntests

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/manifest/workflow"
	"aipack/backend/universalbuild"
)

// runners are the words by which a step of a workflow runs tests, by language.
var runners = map[string]*regexp.Regexp{
	"go":     regexp.MustCompile(`\bgo test\b|\bgotestsum\b`),
	"python": regexp.MustCompile(`\b(pytest|py\.test|tox|nox|unittest)\b|manage\.py test\b`),
	"node":   regexp.MustCompile(`\b(npm|yarn|pnpm|bun)( run)? (t|test)\b|\b(vitest|jest|mocha)\b|\bnode --test\b`),
	"rust":   regexp.MustCompile(`\bcargo (test|nextest)\b`),
	"jvm":    regexp.MustCompile(`\b(mvn|mvnw|gradle|gradlew)\b.*\b(test|verify|package|install|check|build)\b`),
}

// runnerOf is the one of a language; nil where nobody knows.
func runnerOf(language string) *regexp.Regexp {
	switch language {
	case "javascript", "typescript":
		language = "node"
	case "java", "kotlin", "groovy", "scala":
		language = "jvm"
	}
	return runners[language]
}

// The limits of a project's workflows.
const (
	mostWorkflows = 50
	mostWorkflow  = 256 << 10 // bytes
)

// conditions are those under which a project's own workflow runs its tests.
type conditions struct {
	path   string            // of the workflow; "" where none runs them
	env    map[string]string // what is written there; what an expression would say is not known
	stores []universalbuild.DataSetup
}

// file is a workflow of a project.
type file struct {
	path  string
	lines []string
	jobs  []workflow.Job
}

// workflows are those of a project that can be read, by their names.
func workflows(root fs.FS) (out []file) {
	entries, err := fs.ReadDir(root, ".github/workflows")
	if err != nil {
		return nil
	}
	for _, e := range entries[:min(len(entries), mostWorkflows)] {
		name := path.Join(".github/workflows", e.Name())
		if ext := path.Ext(name); ext != ".yml" && ext != ".yaml" {
			continue
		}
		if info, err := fs.Stat(root, name); err != nil || !info.Mode().IsRegular() || info.Size() > mostWorkflow {
			continue
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			continue
		}
		if jobs, err := workflow.Parse(string(text)); err == nil {
			out = append(out, file{name, strings.Split(string(text), "\n"), jobs})
		}
	}
	return out
}

// conditions finds the step that runs the tests of a language: of several the one beside
// which most runs, and the first of those.
func (f finder) conditions(language string, all []file) conditions {
	runs := runnerOf(language)
	if runs == nil {
		return conditions{}
	}
	best, found := conditions{}, false
	for _, one := range all {
		for _, j := range one.jobs {
			i := slices.IndexFunc(j.Steps, func(s workflow.Step) bool { return runs.MatchString(s.Run) && f.isIn(s) })
			if i < 0 {
				continue
			}
			c := conditionsOf(one.path, one.lines, j, j.Steps[i])
			if !found || len(c.stores) > len(best.stores) {
				best, found = c, true
			}
		}
	}
	return best
}

// isIn reports whether a step works in the service's folder.
func (f finder) isIn(s workflow.Step) bool {
	if s.Folder != "" {
		return path.Clean(s.Folder) == f.dir
	}
	return f.dir == "." || strings.Contains(s.Run, f.dir)
}

func conditionsOf(name string, lines []string, j workflow.Job, s workflow.Step) conditions {
	c := conditions{path: name, env: map[string]string{}}
	for _, v := range s.Env {
		value := portOf.ReplaceAllStringFunc(v.Value, func(expression string) string {
			m := portOf.FindStringSubmatch(expression)
			return publishedAt(j, m[1], m[2], expression)
		})
		if !strings.Contains(value, "${{") && !strings.HasPrefix(v.Name, "LD_") && v.Name != "PATH" && v.Name != "HOME" {
			c.env[v.Name] = value
		}
	}
	for _, service := range j.Services {
		if setup, ok := setupOf(name, lines, j, service); ok && !slices.ContainsFunc(c.stores, func(d universalbuild.DataSetup) bool { return d.Service == setup.Service }) {
			c.stores = append(c.stores, setup)
		}
	}
	return c
}

// portOf is the expression for a port that leads to a service:
// https://docs.github.com/en/actions/reference/workflows-and-actions/contexts#job-context
var portOf = regexp.MustCompile(`\$\{\{\s*job\.services\.([\w-]+)\.ports\[\s*['"]?(\d+)['"]?\s*\]\s*\}\}`)

func publishedAt(j workflow.Job, service, target, otherwise string) string {
	for _, s := range j.Services {
		for _, p := range s.Ports {
			if s.Name == service && strconv.Itoa(p.Target) == target {
				return strconv.Itoa(cmp.Or(p.Published, p.Target))
			}
		}
	}
	return otherwise
}

// account are the variables by which the image of a data service is told its first account:
// https://hub.docker.com/_/postgres, _/mysql, _/mariadb, _/mongo, _/rabbitmq.
type account struct {
	user, password, database []string
	usual                    string // user where none is said
}

var accounts = map[string]account{
	backing.PostgreSQL: {[]string{"POSTGRES_USER"}, []string{"POSTGRES_PASSWORD"}, []string{"POSTGRES_DB"}, "postgres"},
	backing.MySQL:      {[]string{"MYSQL_USER"}, []string{"MYSQL_PASSWORD", "MYSQL_ROOT_PASSWORD"}, []string{"MYSQL_DATABASE"}, "root"},
	backing.MariaDB: {
		[]string{"MARIADB_USER", "MYSQL_USER"}, []string{"MARIADB_PASSWORD", "MYSQL_PASSWORD", "MARIADB_ROOT_PASSWORD", "MYSQL_ROOT_PASSWORD"},
		[]string{"MARIADB_DATABASE", "MYSQL_DATABASE"}, "root",
	},
	backing.MongoDB:  {[]string{"MONGO_INITDB_ROOT_USERNAME"}, []string{"MONGO_INITDB_ROOT_PASSWORD"}, []string{"MONGO_INITDB_DATABASE"}, ""},
	backing.RabbitMQ: {[]string{"RABBITMQ_DEFAULT_USER"}, []string{"RABBITMQ_DEFAULT_PASS"}, nil, ""},
}

// setupOf is how a workflow sets a data service up. ok is false for a container that aipack
// does not know, that nothing leads to, or whose password is not written there.
func setupOf(name string, lines []string, j workflow.Job, s workflow.Service) (setup universalbuild.DataSetup, ok bool) {
	id := backing.OfImage(s.Image)
	if id == "" {
		return setup, false
	}
	w := &universalbuild.Written{Host: s.Name, Path: name}
	if !j.Container {
		if len(s.Ports) == 0 {
			return setup, false
		}
		w.Host, w.Port = "localhost", cmp.Or(s.Ports[0].Published, s.Ports[0].Target)
	}
	said := func(names []string) (workflow.Variable, bool) {
		for _, n := range names {
			if i := slices.IndexFunc(s.Env, func(v workflow.Variable) bool { return v.Name == n }); i >= 0 {
				return s.Env[i], s.Env[i].Value != ""
			}
		}
		return workflow.Variable{}, false
	}
	known := accounts[id]
	setup = universalbuild.DataSetup{Service: id, User: known.usual, Written: w}
	if v, there := said(known.user); there {
		setup.User = v.Value
	}
	if v, there := said(known.database); there {
		setup.Database = v.Value
	} else if id == backing.PostgreSQL {
		setup.Database = setup.User
	}
	password, there := said(known.password)
	if !there {
		w.Open = true
		return setup, true
	}
	w.Password = placeOf(name, lines, password)
	w.Line = password.Line
	return setup, w.Password != nil
}

// placeOf is where a value stands in its line; nil where it is an expression, or goes over
// several lines.
func placeOf(name string, lines []string, v workflow.Variable) *universalbuild.Place {
	if v.Line < 1 || v.Line > len(lines) || strings.Contains(v.Value, "${{") {
		return nil
	}
	line := lines[v.Line-1]
	behind := strings.Index(line, ":") + 1
	at := strings.Index(line[behind:], v.Value)
	if at < 0 {
		return nil
	}
	from := behind + at + 1
	return &universalbuild.Place{Path: name, Line: v.Line, From: from, To: from + len(v.Value)}
}

// onto is a plan with the data services of a workflow, as they are set up there.
func (c conditions) onto(d universalbuild.UniversalBuild) universalbuild.UniversalBuild {
	for _, setup := range c.stores {
		if !slices.Contains(d.Metadata.BackingServices, setup.Service) {
			d.Metadata.BackingServices = append(slices.Clone(d.Metadata.BackingServices), setup.Service)
		}
		d.Metadata.DataSetup = append(slices.DeleteFunc(slices.Clone(d.Metadata.DataSetup), func(o universalbuild.DataSetup) bool { return o.Service == setup.Service }), setup)
	}
	return d
}
