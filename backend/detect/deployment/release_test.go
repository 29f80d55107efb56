package deployment

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReleases(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"nothing":                                {map[string]string{"Dockerfile": "FROM node\nCMD [\"node\", \"server.js\"]\n"}, nil},
		"in the command":                         {map[string]string{"Dockerfile": "FROM node\nCMD ./shop migrate && ./shop\n"}, []string{"./shop migrate"}},
		"the program's own migration is no step": {map[string]string{"Dockerfile": "FROM node\nCMD ./shop migrate\n"}, nil},
		"in compose": {
			map[string]string{"compose.yaml": "services:\n  shop:\n    build: .\n    command: [sh, -c, \"./shop --install --yes && ./shop --upgrade --yes && ./shop\"]\n"},
			[]string{"./shop --install --yes", "./shop --upgrade --yes"},
		},
		"in Kubernetes": {
			map[string]string{"k8s/a.yaml": "kind: Deployment\nmetadata: {name: project}\nspec: {template: {spec: {containers: [{name: project, image: project, command: [sh, -c], args: [\"./shop migrate && exec ./shop\"]}]}}}\n"},
			[]string{"./shop migrate"},
		},
		"not in a job": {
			map[string]string{"k8s/a.yaml": "kind: Job\nmetadata: {name: project}\nspec: {template: {spec: {containers: [{name: project, image: project, args: [sh, -c, \"./shop migrate && ./shop check\"]}]}}}\n"}, nil,
		},
		"in the script, outside of conditions": {
			map[string]string{"Dockerfile": "FROM python\nENTRYPOINT [\"/entrypoint.sh\"]\n", "docker/entrypoint.sh": "#!/bin/sh\nset -e\npip install -r requirements.txt\nif [ -n \"$X\" ]; then\n  python manage.py migrate\nfi\nflask db upgrade\nexec \"$@\"\n"},
			[]string{"flask db upgrade"},
		},
		"not what installs packages": {map[string]string{"Dockerfile": "FROM node\nCMD npm install && node server.js\n"}, nil},
		"not what a shell fills in":  {map[string]string{"Dockerfile": "FROM node\nCMD ./shop migrate --to $VERSION && ./shop\n"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(c.want, files(t, c.files, ".").Releases().Value); d != "" {
				t.Error(d)
			}
		})
	}
}
