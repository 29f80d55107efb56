package owntests

import (
	"reflect"
	"testing"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// TestConditions: which step of a project's workflows runs its tests, with what beside it.
func TestConditions(t *testing.T) {
	postgres := `
    services:
      db:
        image: postgres:16
        env: {POSTGRES_USER: tester, POSTGRES_PASSWORD: word, POSTGRES_DB: shop}
        ports: ["5433:5432"]
`
	place := &universalbuild.Place{Path: ".github/workflows/ci.yml", Line: 7, From: 57, To: 61}
	written := universalbuild.DataSetup{Service: backing.PostgreSQL, User: "tester", Database: "shop", Written: &universalbuild.Written{
		Host: "localhost", Port: 5433, Password: place, Path: ".github/workflows/ci.yml", Line: 7,
	}}
	for name, c := range map[string]struct {
		workflow, language, folder string
		env                        map[string]string
		stores                     []universalbuild.DataSetup
	}{
		"a database and a port": {
			"on: push\njobs:\n  test:" + postgres + "    steps:\n      - run: pytest -q\n        env:\n          URL: postgres://tester:word@localhost:${{ job.services.db.ports['5432'] }}/shop\n          KEY: ${{ secrets.KEY }}\n          PATH: /x\n",
			"python", ".", map[string]string{"URL": "postgres://tester:word@localhost:5433/shop"}, []universalbuild.DataSetup{written},
		},
		"another language":     {"jobs: {test: {steps: [{run: npm test, env: {A: b}}]}}", "python", ".", nil, nil},
		"another folder":       {"jobs: {test: {steps: [{run: npm test, working-directory: web, env: {A: b}}]}}", "javascript", "api", nil, nil},
		"its folder":           {"jobs: {test: {steps: [{run: npm t, working-directory: ./web/, env: {A: b}}]}}", "typescript", "web", map[string]string{"A": "b"}, nil},
		"its folder by cd":     {"jobs: {test: {steps: [{run: cd web && npm run test, env: {A: b}}]}}", "javascript", "web", map[string]string{"A": "b"}, nil},
		"npm ci alone":         {"jobs: {test: {steps: [{run: npm ci && npm run testing, env: {A: b}}]}}", "javascript", ".", nil, nil},
		"no port leads there":  {"jobs: {test: {services: {db: {image: 'postgres:16'}}, steps: [{run: go test ./...}]}}", "go", ".", map[string]string{}, nil},
		"a container's name":   {"jobs: {test: {container: 'golang:1', services: {kv: {image: redis}}, steps: [{run: go test ./...}]}}", "go", ".", map[string]string{}, []universalbuild.DataSetup{{Service: backing.Redis, Written: &universalbuild.Written{Host: "kv", Open: true, Path: ".github/workflows/ci.yml"}}}},
		"a secret's password":  {"jobs: {test: {services: {db: {image: mysql, env: {MYSQL_ROOT_PASSWORD: '${{ secrets.P }}'}, ports: [3306]}}, steps: [{run: mvn -B verify}]}}", "java", ".", map[string]string{}, nil},
		"an image of nobody's": {"jobs: {test: {services: {x: {image: acme/x, ports: [1]}}, steps: [{run: cargo test}]}}", "rust", ".", map[string]string{}, nil},
		"no YAML":              {"\t- [", "go", ".", nil, nil},
	} {
		files := map[string]string{".github/workflows/ci.yml": c.workflow, ".github/workflows/notes.md": "run: pytest"}
		root := tree(files)
		got := finder{root: root, dir: c.folder}.conditions(c.language, workflows(root))
		if !reflect.DeepEqual(got.env, c.env) || !reflect.DeepEqual(got.stores, c.stores) || (got.path != "") != (c.env != nil) {
			t.Errorf("%s: %+v", name, got)
			for _, s := range got.stores {
				t.Errorf("  %+v %+v", s.Written, s.Written.Password)
			}
		}
	}
}

// TestTheJobWithMostBesideItCounts, and of two alike the first.
func TestTheJobWithMostBesideItCounts(t *testing.T) {
	root := tree(map[string]string{
		".github/workflows/a.yml": "jobs: {quick: {steps: [{run: go test -short, env: {A: quick}}]}}",
		".github/workflows/b.yml": "jobs: {whole: {services: {kv: {image: redis, ports: [6379]}}, steps: [{run: go test, env: {A: whole}}]}, again: {services: {kv: {image: redis, ports: [6379]}}, steps: [{run: go test, env: {A: again}}]}}",
	})
	c := finder{root: root, dir: "."}.conditions("go", workflows(root))
	if c.path != ".github/workflows/b.yml" || c.env["A"] != "whole" || len(c.stores) != 1 {
		t.Errorf("%+v", c)
	}
	d := c.onto(universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{
		BackingServices: []string{backing.PostgreSQL, backing.Redis}, DataSetup: []universalbuild.DataSetup{{Service: backing.Redis, User: "old"}},
	}})
	if len(d.Metadata.BackingServices) != 2 || len(d.Metadata.DataSetup) != 1 || d.Metadata.DataSetup[0].User != "" {
		t.Errorf("%+v", d.Metadata)
	}
}
