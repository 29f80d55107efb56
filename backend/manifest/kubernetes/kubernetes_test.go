package kubernetes

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzKubernetes(f *testing.F) {
	f.Add("kind: Pod\nspec: {containers: [{ports: [{containerPort: 1}], livenessProbe: {httpGet: {path: /, port: 1}}}]}\n")
	f.Fuzz(func(t *testing.T, s string) {
		k, _ := Parse(s)
		for _, c := range k.Containers {
			for _, p := range c.Ports {
				if p.Port < 1 || p.Port > 65535 {
					t.Fatalf("%+v", p)
				}
			}
		}
	})
}

func TestParseKubernetes(t *testing.T) {
	t.Parallel()
	content := `
apiVersion: v1
kind: Service
metadata: {name: web}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers:
      - name: server
        image: acme/web:1
        command: [node]
        args: [server.js]
        ports:
        - {name: http, containerPort: 8080}
        - {containerPort: 9, protocol: UDP}
        - {containerPort: many}
        env:
        - {name: LOG, value: info}
        - {name: KEY, valueFrom: {secretKeyRef: {name: s, key: k}}}
        readinessProbe: {httpGet: {path: /ready, port: http}}
        livenessProbe: {httpGet: {path: /live, port: 8081}}
---
kind: List
items:
- kind: CronJob
  spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: job, image: acme/job}]}}}}}
`
	got, err := Parse(content)
	if err != nil {
		t.Fatal(err)
	}
	want := []Container{
		{
			Workload: "web", Kind: "Deployment", Name: "server", Image: "acme/web:1", Line: 13,
			Ports:   []Port{{"http", 8080, "tcp", 18}, {"", 9, "udp", 19}},
			Env:     []Var{{Name: "LOG", Value: "info", Given: true, Line: 22}, {Name: "KEY", Secret: true, Line: 23}},
			Probes:  []Probe{{"liveness", "/live", 8081, 25}, {"readiness", "/ready", 8080, 24}},
			Command: []string{"node", "server.js"},
		},
		{Kind: "CronJob", Name: "job", Image: "acme/job", Line: 30},
	}
	if d := cmp.Diff(want, got.Containers); d != "" {
		t.Error(d)
	}
	if helm, err := Parse("kind: Deployment\ncontainers: {{ .Values.x }}"); err != nil || helm.Containers != nil {
		t.Errorf("a template was read: %v %v", helm, err)
	}
}
