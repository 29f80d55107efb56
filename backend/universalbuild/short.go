package universalbuild

import (
	"encoding/json"
	"reflect"
	"strings"
)

// aliases are other places and names that people, models and older documents
// use for a field. "" stands for the document itself. The first field that is
// there wins; a field under its own name always does.
var aliases = map[string]map[string]string{
	"": {
		"build_commands": "build/build_commands", "pre_build_commands": "build/pre_build_commands",
		"post_build_commands": "build/post_build_commands", "cache_paths": "build/cache_paths", "artifacts": "build/artifacts",
		"project_name": "metadata/project_name", "name": "metadata/project_name", "language": "metadata/language",
		"build_system": "metadata/build_system", "confidence": "metadata/confidence", "reasoning": "metadata/reasoning",
		"framework": "metadata/framework", "ports": "runtime/ports", "healthcheck": "runtime/healthcheck",
	},
	"metadata": {"name": "project_name"},
	"build": {
		"base": "base_image", "image": "base_image", "commands": "build_commands", "packages": "system_packages",
		"env": "environment", "cache": "cache_paths", "working_dir": "workdir",
	},
	"runtime": {
		"base": "base_image", "image": "base_image", "packages": "system_packages", "env": "environment",
		"cmd": "command", "health": "healthcheck", "health_check": "healthcheck", "port": "ports", "working_dir": "workdir",
	},
}

// settle moves what stands under another name to where it belongs. It changes
// the tree.
func settle(doc map[string]any) {
	for _, part := range []string{"metadata", "build", "runtime"} {
		if inner, ok := doc[part].(map[string]any); ok {
			rename(inner, aliases[part])
		}
	}
	rename(doc, aliases[""])
	projects, _ := doc["projects"].([]any)
	for _, p := range projects {
		if inner, ok := p.(map[string]any); ok {
			for _, part := range []string{"metadata", "build", "runtime"} {
				if m, ok := inner[part].(map[string]any); ok {
					rename(m, aliases[part])
				}
			}
		}
	}
}

func rename(m map[string]any, names map[string]string) {
	for _, old := range sortedKeys(m) {
		to, known := names[old]
		if !known {
			continue
		}
		target := m
		if part, name, nested := strings.Cut(to, "/"); nested {
			inner, ok := m[part].(map[string]any)
			if !ok {
				if m[part] != nil {
					continue
				}
				inner = map[string]any{}
				m[part] = inner
			}
			target, to = inner, name
		}
		if target[to] == nil {
			target[to] = m[old]
			delete(m, old)
		}
	}
}

// short gives the object that a short form stands for.
func short(t reflect.Type, v any) any {
	switch t {
	case reflect.TypeFor[Port]():
		return shortPort(v)
	case reflect.TypeFor[Copy]():
		return shortCopy(v)
	case reflect.TypeFor[Healthcheck]():
		return shortHealthcheck(v)
	case reflect.TypeFor[Secret]():
		return shortSecret(v)
	case reflect.TypeFor[Variable]():
		if s, ok := v.(string); ok {
			name, value, found := strings.Cut(s, "=")
			if found {
				return map[string]any{"name": name, "default": value}
			}
			return map[string]any{"name": s}
		}
	}
	return v
}

// shortPort reads 3000, "3000", "3000/tcp" and compose's "8080:3000".
func shortPort(v any) any {
	switch v := v.(type) {
	case json.Number:
		return map[string]any{"port": v, "protocol": "tcp"}
	case string:
		number, protocol, found := strings.Cut(v, "/")
		if !found {
			protocol = "tcp"
		}
		if i := strings.LastIndexByte(number, ':'); i >= 0 {
			number = number[i+1:]
		}
		return map[string]any{"port": number, "protocol": protocol}
	}
	return v
}

// shortCopy reads "dist", "dist:/srv" and [from, to].
func shortCopy(v any) any {
	switch v := v.(type) {
	case string:
		from, to, found := strings.Cut(v, ":")
		if !found {
			to = from
		}
		return map[string]any{"from": from, "to": to}
	case []any:
		if len(v) == 2 {
			return map[string]any{"from": v[0], "to": v[1]}
		}
	case map[string]any:
		rename(v, map[string]string{"source": "from", "src": "from", "target": "to", "dest": "to", "destination": "to"})
	}
	return v
}

// shortSecret reads "NPM_TOKEN" and the names of Docker's and compose's files.
func shortSecret(v any) any {
	switch v := v.(type) {
	case string:
		return map[string]any{"id": v}
	case map[string]any:
		rename(v, map[string]string{
			"name": "id", "source": "id", "environment": "env", "variable": "env", "dest": "target",
			"dst": "target", "destination": "target", "src": "file",
		})
	}
	return v
}

// shortHealthcheck reads a bare command and the names of compose.
func shortHealthcheck(v any) any {
	switch v := v.(type) {
	case string, []any:
		return map[string]any{"command": v}
	case map[string]any:
		rename(v, map[string]string{"test": "command", "cmd": "command", "endpoint": "path"})
	}
	return v
}

// single gives the list that one value stands for. A command in a place that
// takes words is split where that is safe, and handed to the shell otherwise.
func single(t reflect.Type, v any, at string) []any {
	s, ok := v.(string)
	if !ok || t.Elem().Kind() != reflect.String {
		return []any{v}
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return nil
	}
	if !strings.HasSuffix(at, "/command") && !strings.HasSuffix(at, "/entrypoint") {
		return []any{s}
	}
	if strings.ContainsAny(s, "\"'`\\$|&;<>()*?[]{}~#\n=") {
		return []any{"sh", "-c", s}
	}
	var words []any
	for _, w := range strings.Fields(s) {
		words = append(words, w)
	}
	return words
}
