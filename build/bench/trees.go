package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// put writes files below a folder.
func put(dir string, files map[string]string) error {
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func smallProject(dir string) error {
	return put(dir, map[string]string{
		"package.json":      `{"name":"small","scripts":{"start":"node server.js"},"dependencies":{"express":"^4.19.2"},"engines":{"node":"22"}}`,
		"package-lock.json": `{"name":"small","lockfileVersion":3,"packages":{}}`,
		"server.js":         "const app = require('express')();\napp.get('/health', (_, r) => r.send('ok'));\napp.listen(process.env.PORT || 3000);\n",
		"README.md":         "# small\n",
		".gitignore":        "node_modules/\n",
	})
}

// monorepo writes about n files: Node, Go and Python services side by side,
// each with sources in folders, and libraries between them. It says how many
// services there are.
func monorepo(dir string, n int) (int, error) {
	const perService = 320
	services := n / (perService * 2)
	if err := put(dir, map[string]string{
		"package.json": `{"name":"mono","private":true,"workspaces":["apps/*","packages/*"]}`,
		".gitignore":   "node_modules/\ndist/\n*.log\n",
		"README.md":    "# mono\n",
	}); err != nil {
		return 0, err
	}
	for i := range services {
		app, manifest := service(i)
		if err := put(filepath.Join(dir, app), manifest); err != nil {
			return 0, err
		}
		if err := sources(filepath.Join(dir, app, "src"), perService, i); err != nil {
			return 0, err
		}
		pkg := filepath.Join(dir, "packages", fmt.Sprintf("lib-%03d", i))
		if err := put(pkg, map[string]string{"package.json": fmt.Sprintf(`{"name":"@mono/lib-%03d","main":"index.js"}`, i), "index.js": "module.exports = {};\n"}); err != nil {
			return 0, err
		}
		if err := sources(filepath.Join(pkg, "lib"), perService-4, i); err != nil {
			return 0, err
		}
	}
	return services, nil
}

// service alternates between ecosystems.
func service(i int) (string, map[string]string) {
	switch i % 3 {
	case 0:
		return fmt.Sprintf("apps/web-%03d", i), map[string]string{
			"package.json": fmt.Sprintf(`{"name":"@mono/web-%03d","scripts":{"start":"node server.js"},"dependencies":{"express":"^4.19.2"}}`, i),
			"server.js":    "const app = require('express')();\napp.get('/health', (_, r) => r.send('ok'));\napp.listen(process.env.PORT || 3000);\n",
		}
	case 1:
		return fmt.Sprintf("backends/api-%03d", i), map[string]string{
			"go.mod":  fmt.Sprintf("module example.org/api%03d\n\ngo 1.24\n", i),
			"main.go": "package main\n\nimport \"net/http\"\n\nfunc main() { _ = http.ListenAndServe(\":8080\", nil) }\n",
		}
	}
	return fmt.Sprintf("workers/job-%03d", i), map[string]string{
		"requirements.txt": "flask==3.0.0\ngunicorn==22.0.0\n",
		"app.py":           "from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.route('/health')\ndef health():\n    return 'ok'\n",
	}
}

func sources(dir string, n, seed int) error {
	const perFolder = 20
	for f := 0; f < n; f += perFolder {
		sub := filepath.Join(dir, fmt.Sprintf("part%02d", f/perFolder))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			return err
		}
		for i := f; i < min(n, f+perFolder); i++ {
			name := filepath.Join(sub, fmt.Sprintf("module%04d.ts", i))
			if err := os.WriteFile(name, fmt.Appendf(nil, "export const value%d = %d;\n", i, seed), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// allFound runs the program once and counts: fast and wrong is no figure.
func allFound(command []string, want int) error {
	b, err := exec.Command(command[0], command[1:]...).Output()
	if err != nil {
		return err
	}
	var docs []struct {
		Metadata struct {
			Path string `json:"path"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(b, &docs); err != nil {
		return err
	}
	if len(docs) != want {
		return fmt.Errorf("%d services found of %d", len(docs), want)
	}
	return nil
}
