package universalbuild

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/sync/errgroup"
)

// Format is how documents are written.
type Format string

// The formats.
const (
	JSON Format = "json"
	YAML Format = "yaml"
)

// Write writes one document: all specified fields, in the order of the
// types, lists and tables empty instead of absent, nothing escaped for HTML,
// and a line break at the end.
func Write(doc UniversalBuild, f Format) ([]byte, error) {
	return encode(Normal(doc), f)
}

// WriteList writes the list form.
func WriteList(docs []UniversalBuild, f Format) ([]byte, error) {
	content, err := encodeList(docs)
	if err != nil || f == JSON {
		return content, err
	}
	return inFormat(content, f)
}

// encodeList writes what encode writes of a list, several documents at a time:
// for large repositories the writing is a tenth of the whole run.
func encodeList(docs []UniversalBuild) ([]byte, error) {
	if len(docs) == 0 {
		return []byte("[]\n"), nil
	}
	parts := make([][]byte, len(docs))
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	for i, d := range docs {
		work.Go(func() (err error) {
			parts[i], err = indented(Normal(d), "  ")
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for i, part := range parts {
		if i == 0 {
			b.WriteString("[\n  ")
		} else {
			b.WriteString(",\n  ")
		}
		b.Write(bytes.TrimSuffix(part, []byte("\n")))
	}
	b.WriteString("\n]\n")
	return b.Bytes(), nil
}

// WriteJSON writes the list form as JSON.
func WriteJSON(docs []UniversalBuild) ([]byte, error) { return WriteList(docs, JSON) }

// WriteYAML writes the list form as YAML.
func WriteYAML(docs []UniversalBuild) ([]byte, error) { return WriteList(docs, YAML) }

func encode(v any, f Format) ([]byte, error) {
	content, err := indented(v, "")
	if err != nil {
		return nil, err
	}
	return inFormat(content, f)
}

// indented writes JSON whose lines, but the first, begin with a prefix.
func indented(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("writing the document: %w", err)
	}
	return b.Bytes(), nil
}

func inFormat(content []byte, f Format) ([]byte, error) {
	switch f {
	case JSON:
		return content, nil
	case YAML:
		return yamlOf(content)
	}
	return nil, fmt.Errorf("documents are written as json or yaml, not as %q", f)
}

// yamlOf writes JSON as YAML with the same order. Going through JSON keeps
// the two forms alike: one set of names, one rule for what is left out.
func yamlOf(content []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	root, err := yamlNode(d)
	if err != nil {
		return nil, fmt.Errorf("writing the document as YAML: %w", err)
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(root); err != nil {
		return nil, fmt.Errorf("writing the document as YAML: %w", err)
	}
	return b.Bytes(), nil
}

// yamlNode reads the next JSON value as a node.
func yamlNode(d *json.Decoder) (*yaml.Node, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		n := &yaml.Node{Kind: yaml.MappingNode}
		if t == '[' {
			n.Kind = yaml.SequenceNode
		}
		for d.More() {
			inner, err := yamlNode(d)
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, inner)
		}
		if len(n.Content) == 0 {
			n.Style = yaml.FlowStyle
		}
		_, err := d.Token()
		return n, err
	case string:
		return yamlText(t), nil
	case json.Number:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!" + numberTag(t.String()), Value: t.String()}, nil
	case bool:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: fmt.Sprint(t)}, nil
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}, nil
}

// yamlText makes a node that reads back as the same text everywhere: YAML 1.1
// readers take yes, 0o7 or 12:30 for something else.
func yamlText(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	switch {
	case strings.ContainsAny(s, "\r\u0085\u2028\u2029\ufeff\t"), strings.Contains(s, "\n") && strings.TrimLeft(s, " \n") != s:
		n.Style = yaml.DoubleQuotedStyle
	case !strings.Contains(s, "\n") && (looksOther(s) || n.ShortTag() != "!!str"):
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

func looksOther(s string) bool {
	switch strings.ToLower(s) {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "<<", "=":
		return true
	}
	return strings.ContainsAny(s[:1], "0123456789+-.")
}

func numberTag(s string) string {
	if strings.ContainsAny(s, ".eE") {
		return "float"
	}
	return "int"
}

// Normal gives a document in its written form: version and protocols filled
// in, no specified list or table absent, confidences numbers. What it is given
// is not changed.
func Normal(doc UniversalBuild) UniversalBuild {
	if doc.Version == "" || doc.Version == "1" {
		doc.Version = Version
	}
	if doc.Metadata.Path == "" {
		doc.Metadata.Path = "."
	}
	doc.Metadata.Confidence = finite(doc.Metadata.Confidence)
	doc.Build = normalBuild(doc.Build)
	doc.Runtime = normalRuntime(doc.Runtime)
	doc.Evidence = normalEvidence(doc.Evidence)
	if doc.Projects != nil {
		doc.Projects = append([]ProjectBuild{}, doc.Projects...)
		for i := range doc.Projects {
			doc.Projects[i].Build = normalBuild(doc.Projects[i].Build)
			doc.Projects[i].Runtime = normalRuntime(doc.Projects[i].Runtime)
			doc.Projects[i].Evidence = normalEvidence(doc.Projects[i].Evidence)
			if m := doc.Projects[i].Metadata; m != nil {
				own := *m
				own.Confidence = finite(own.Confidence)
				doc.Projects[i].Metadata = &own
			}
		}
	}
	return doc
}

func normalEvidence(list []Evidence) []Evidence {
	list = append([]Evidence{}, list...)
	for i := range list {
		list[i].Confidence = finite(list[i].Confidence)
		list[i].Alternatives = append([]Alternative(nil), list[i].Alternatives...)
		for j := range list[i].Alternatives {
			list[i].Alternatives[j].Confidence = finite(list[i].Alternatives[j].Confidence)
		}
	}
	return list
}

func normalBuild(b Build) Build {
	b.SystemPackages = present(b.SystemPackages)
	b.Environment = filled(b.Environment)
	b.PreBuildCommands = present(b.PreBuildCommands)
	b.BuildCommands = present(b.BuildCommands)
	b.PostBuildCommands = present(b.PostBuildCommands)
	b.CachePaths = present(b.CachePaths)
	b.Artifacts = present(b.Artifacts)
	b.Secrets = slices.Clone(b.Secrets)
	for i, s := range b.Secrets {
		if s.Env == "" && s.Target == "" {
			b.Secrets[i].Env = s.ID
		}
	}
	return b
}

func normalRuntime(r Runtime) Runtime {
	r.SystemPackages = present(r.SystemPackages)
	r.Environment = filled(r.Environment)
	r.Copy = present(r.Copy)
	r.Command = present(r.Command)
	r.Entrypoint = present(r.Entrypoint)
	r.Ports = append([]Port{}, r.Ports...)
	for i := range r.Ports {
		r.Ports[i].Protocol = strings.ToLower(r.Ports[i].Protocol)
		if r.Ports[i].Protocol == "" {
			r.Ports[i].Protocol = "tcp"
		}
	}
	if r.Healthcheck != nil {
		h := *r.Healthcheck
		h.Command = probe(h.Command)
		for _, d := range []*string{&h.Interval, &h.Timeout, &h.StartPeriod} {
			*d = duration(*d)
		}
		r.Healthcheck = &h
	}
	return r
}

// probe gives a health check's command without the words that compose puts
// before it.
func probe(command []string) []string {
	command = present(command)
	if len(command) > 1 && command[0] == "CMD" {
		return command[1:]
	}
	if len(command) == 2 && command[0] == "CMD-SHELL" {
		return []string{"sh", "-c", command[1]}
	}
	return command
}

// duration reads a bare number as seconds.
func duration(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && strings.Trim(s, "0123456789") == "" {
		return s + "s"
	}
	return s
}

func present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func filled(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

func finite(f float64) float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}
