package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWhatAServiceTakesOver: of a compose service that extends another, what it
// takes over counts, and what is included belongs to it.
func TestWhatAServiceTakesOver(t *testing.T) {
	t.Parallel()
	f := facts(t, map[string]string{
		"compose.yaml": `
include:
  - infra/data.yml
  - path: [infra/queue.yml, nowhere.yml, ../../outside.yml]
services:
  api: {extends: {file: common/base.yml, service: node}, build: ./api, depends_on: [db], environment: {DB: "db:5432", MODE: fast}}
  worker: {extends: api, command: node worker.js}
  loop: {extends: loop, image: nginx}
`,
		"infra/data.yml":  "include: ['../compose.yaml']\nservices: {db: {image: postgres}, sync: {build: ./sync}}\n",
		"infra/queue.yml": "services: {queue: {image: rabbitmq}}\n",
		"common/base.yml": "services: {node: {image: node, ports: ['80:4100'], environment: {MODE: slow, LEVEL: info}}}\n",
		"api/x.js":        "", "infra/sync/x.js": "",
	}, "api")
	if port := f.Ports(); port.Value != 4100 || port.Evidence[0].Path != "common/base.yml" {
		t.Errorf("the port that is taken over: %+v", port)
	}
	variables := map[string]string{}
	for _, v := range f.Env() {
		variables[v.Value.Name] = v.Value.Default
	}
	if d := cmp.Diff(map[string]string{"DB": "", "LEVEL": "info", "MODE": "fast"}, variables); d != "" {
		t.Error(d)
	}
	var needs []string
	for _, b := range f.Backing() {
		needs = append(needs, b.Value)
	}
	if d := cmp.Diff([]string{"postgresql"}, needs); d != "" {
		t.Error(d)
	}
}
