package kubernetes

import "aipack/backend/manifest/placed"

// source names a ConfigMap or a Secret.
type source struct {
	name   string
	secret bool
}

// configured finds the ConfigMaps and Secrets of manifests by name; the first of
// a name counts. Namespaces are not told apart.
func configured(docs []*placed.Value) map[source]*placed.Value {
	out := map[source]*placed.Value{}
	for _, doc := range docs {
		kind := doc.Get("kind").String()
		if kind != "ConfigMap" && kind != "Secret" {
			continue
		}
		s := source{doc.Get("metadata", "name").String(), kind == "Secret"}
		if _, known := out[s]; !known && s.name != "" {
			out[s] = doc
		}
	}
	return out
}

// env reads the variables of a container: those of env, which win, and of what
// envFrom takes as a whole; of that the last of a name holds.
// https://kubernetes.io/docs/tasks/configure-pod-container/configure-pod-configmap/
func (c *Container) env(y *placed.Value, config map[source]*placed.Value) {
	seen := map[string]bool{}
	add := func(v Var) {
		if v.Name != "" && !seen[v.Name] && len(c.Env) < maxEntries {
			seen[v.Name] = true
			c.Env = append(c.Env, v)
		}
	}
	for _, e := range y.Get("env").List() {
		value, name := e.Get("value"), e.Get("name")
		v := Var{Name: name.String(), Value: value.String(), Given: value.IsText(), At: name.Place()}
		if v.Given {
			v.Source = value.Place()
		}
		from := e.Get("valueFrom")
		if key := from.Get("secretKeyRef"); key.Exists() {
			v.Secret = true
		} else if key := from.Get("configMapKeyRef"); key.Exists() {
			held := config[source{key.Get("name").String(), false}].Get("data", key.Get("key").String())
			v.Value, v.Given, v.Source = held.String(), held.IsText(), held.Place()
		}
		add(v)
	}
	from := y.Get("envFrom").List()
	for i := len(from) - 1; i >= 0; i-- {
		for _, v := range taken(from[i], config) {
			add(v)
		}
	}
}

// taken is what an entry of envFrom brings in.
func taken(from *placed.Value, config map[source]*placed.Value) []Var {
	var out []Var
	prefix := from.Get("prefix").String()
	for _, p := range pairs(config[source{from.Get("configMapRef", "name").String(), false}], "data") {
		out = append(out, Var{Name: prefix + p.Key, Value: p.Value.String(), Given: p.Value.IsText(), At: p.At, Source: p.Value.Place()})
	}
	secret := config[source{from.Get("secretRef", "name").String(), true}]
	for _, p := range append(pairs(secret, "stringData"), pairs(secret, "data")...) {
		out = append(out, Var{Name: prefix + p.Key, Secret: true, At: p.At})
	}
	return out
}

func pairs(doc *placed.Value, key string) []placed.Pair {
	if held := doc.Get(key); held != nil {
		return held.Pairs
	}
	return nil
}
