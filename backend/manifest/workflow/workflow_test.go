package workflow

import (
	"reflect"
	"testing"
)

const example = `
on: push
env:
  A: workflow
  B: workflow
defaults:
  run:
    working-directory: web
jobs:
  lint:
    steps:
      - uses: actions/checkout@v4
  test:
    env:
      B: job
    services:
      db:
        image: postgres:16
        env:
          POSTGRES_PASSWORD: word
        ports: ["5433:5432/tcp", 6000, nonsense]
    steps:
      - uses: actions/setup-python@v5
      - run: pytest
        working-directory: api
        env:
          URL: postgres://postgres:word@localhost:${{ job.services.db.ports[5432] }}/x
          B: step
      - run: echo done
  inside:
    container: node:22
    steps:
      - run: npm test
`

func TestParse(t *testing.T) {
	jobs, err := Parse(example)
	if err != nil || len(jobs) != 3 {
		t.Fatalf("%+v %v", jobs, err)
	}
	want := Job{
		Name:     "test",
		Services: []Service{{"db", "postgres:16", []Variable{{"POSTGRES_PASSWORD", "word", 20}}, []Port{{5433, 5432}, {0, 6000}}}},
		Steps: []Step{
			{"pytest", "api", []Variable{{"URL", "postgres://postgres:word@localhost:${{ job.services.db.ports[5432] }}/x", 27}, {"B", "step", 28}, {"A", "workflow", 4}}},
			{"echo done", "web", []Variable{{"B", "job", 15}, {"A", "workflow", 4}}},
		},
	}
	if !reflect.DeepEqual(jobs[1], want) {
		t.Errorf("%+v, want %+v", jobs[1], want)
	}
	if len(jobs[0].Steps) != 0 || !jobs[2].Container {
		t.Errorf("%+v", jobs)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(example)
	f.Add("jobs: {a: &a {steps: [*a], services: *a, env: *a}}")
	f.Fuzz(func(t *testing.T, s string) {
		jobs, err := Parse(s)
		for _, j := range jobs {
			if err != nil || len(j.Steps) > mostSteps || len(j.Services) > mostServices {
				t.Errorf("%d steps, %d services, %v", len(j.Steps), len(j.Services), err)
			}
		}
	})
}
