package kubernetes

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/manifest/placed"
)

func FuzzKubernetes(f *testing.F) {
	f.Add("kind: Pod\nspec: {containers: [{ports: [{containerPort: 1}], livenessProbe: {httpGet: {path: /, port: 1}}}]}\n")
	f.Add("kind: ConfigMap\nmetadata: {name: a}\ndata: {B: c}\n---\nkind: Pod\nspec: {containers: [{envFrom: [{configMapRef: {name: a}}]}]}\n")
	f.Fuzz(func(t *testing.T, s string) {
		docs, _ := placed.Parse(s, placed.In("a.yaml"))
		for _, c := range Containers(docs) {
			for _, p := range c.Ports {
				if p.Port < 1 || p.Port > 65535 {
					t.Fatalf("%+v", p)
				}
			}
			for _, v := range c.Env {
				if v.Secret && v.Value != "" {
					t.Fatalf("a secret's value is told: %+v", v)
				}
			}
		}
	})
}

func at(line int) placed.Place { return placed.Place{Path: "k8s/web.yaml", Line: line} }

func TestContainers(t *testing.T) {
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
        - name: TZ
          valueFrom: {configMapKeyRef: {name: web, key: zone}}
        envFrom:
        - configMapRef: {name: web}
        - {secretRef: {name: web}, prefix: S_}
        readinessProbe: {httpGet: {path: /ready, port: http}}
        livenessProbe: {httpGet: {path: /live, port: 8081}}
        startupProbe:
          exec:
            command:
            - curl
            - http://localhost:8080/up
---
kind: ConfigMap
metadata: {name: web}
data:
  zone: UTC
  LOG: debug
---
kind: Secret
metadata: {name: web}
stringData: {TOKEN: hidden}
---
kind: List
items:
- kind: CronJob
  spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: job, image: acme/job}]}}}}}
`
	docs, err := placed.Parse(content, placed.In("k8s/web.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Container{
		{
			Workload: "web", Kind: "Deployment", Name: "server", Image: "acme/web:1", At: at(13),
			Ports: []Port{{"http", 8080, "tcp", at(18)}, {"", 9, "udp", at(19)}},
			Env: []Var{
				{Name: "LOG", Value: "info", Given: true, At: at(22), Source: at(22)},
				{Name: "KEY", Secret: true, At: at(23)},
				{Name: "TZ", Value: "UTC", Given: true, At: at(24), Source: at(40)},
				{Name: "S_TOKEN", Secret: true, At: at(45)},
				{Name: "zone", Value: "UTC", Given: true, At: at(40), Source: at(40)},
			},
			Probes: []Probe{
				{Kind: "liveness", Path: "/live", Port: 8081, At: at(30)},
				{Kind: "readiness", Path: "/ready", Port: 8080, At: at(29)},
				{Kind: "startup", Exec: []string{"curl", "http://localhost:8080/up"}, At: at(35)},
			},
			Command: []Word{{"node", at(15)}, {"server.js", at(16)}},
		},
		{Kind: "CronJob", Name: "job", Image: "acme/job", At: at(50)},
	}
	if d := cmp.Diff(want, Containers(docs)); d != "" {
		t.Error(d)
	}
}
