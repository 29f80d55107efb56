package deployment

import (
	"testing"

	"aipack/backend/language/languagetest"
)

func TestWhatADeploymentSaysOfTheKind(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files         map[string]string
		listens, last string // rules
	}{
		"nothing":        {map[string]string{"Dockerfile": "FROM node\nCMD [\"node\", \"a.js\"]\n"}, "", ""},
		"exposed":        {map[string]string{"Dockerfile": "FROM node\nEXPOSE 7000\n"}, "dockerfile.expose", ""},
		"debugger alone": {map[string]string{"Dockerfile": "FROM node\nEXPOSE 9229\n"}, "", ""},
		"a web server's": {map[string]string{"Dockerfile": "FROM nginx\nEXPOSE 80\n"}, "", ""},
		"published":      {map[string]string{"compose.yaml": "services: {a: {build: ., ports: ['80:7000'], restart: always}}"}, "compose.ports", "compose.restart"},
		"restarted":      {map[string]string{"compose.yaml": "services: {a: {build: ., restart: unless-stopped}}"}, "", "compose.restart"},
		"a process":      {map[string]string{"Procfile": "release: node migrate.js\njobs: node jobs.js\n"}, "", "procfile.process"},
		"a web":          {map[string]string{"Procfile": "web: node a.js\n"}, "", ""},
		"a release":      {map[string]string{"Procfile": "release: node migrate.js\n"}, "", ""},
		"once":           {map[string]string{"compose.yaml": "services: {a: {build: ., restart: 'no'}}"}, "", ""},
		"deployment":     {map[string]string{"k8s/a.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: project}\nspec: {template: {spec: {containers: [{name: project, image: project}]}}}\n"}, "", "kubernetes.workload"},
		"job":            {map[string]string{"k8s/a.yaml": "apiVersion: batch/v1\nkind: Job\nmetadata: {name: project}\nspec: {template: {spec: {containers: [{name: project, image: project}]}}}\n"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := files(t, c.files, ".")
			listens, _ := f.Listens()
			last, _ := f.Lasts()
			if listens.Rule != c.listens || last.Rule != c.last {
				t.Errorf("listens %q, lasts %q; want %q, %q", listens.Rule, last.Rule, c.listens, c.last)
			}
		})
	}
}

func TestImagesThatRunNothing(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]bool{
		"FROM docker.io/library/python:3.14-slim@sha256:0\nRUN pip install grpcio-tools\n": false,
		"FROM python:3.14\nCMD [\"python\", \"a.py\"]\n":                                   true,
		"FROM node:22\nEXPOSE 80\n":                                                        true,
		"FROM example.test/base\nCOPY . .\n":                                               true,
		"FROM nginx\nCOPY . /usr/share/nginx/html\n":                                       true,
		"FROM python:3.14 AS base\nCMD [\"a\"]\nFROM base\nRUN true\n":                     true,
	} {
		c, _ := Dockerfile(languagetest.Reader(t, map[string]string{"Dockerfile": file}).Folder("."))
		if c.Runs() != want {
			t.Errorf("%q runs: %t", file, !want)
		}
	}
}
