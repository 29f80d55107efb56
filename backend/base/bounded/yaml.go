package bounded

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// What is read of YAML. A manifest of Kubernetes is nested ten deep.
const (
	yamlMostBytes      = 8 << 20
	yamlMostCost       = 384 << 20 // bytes that the library allocates, by estimate
	yamlMostDirectives = 100       // each is compared with all before it
	yamlMostDocuments  = 2000
	yamlMostDepth      = 100
	yamlMostRepeated   = 100_000 // values that aliases repeat
)

// YAML gives the documents of a text, on an error those before it as well. The
// nodes are as they were written: nesting has a limit, and who follows aliases
// comes to an end and to few more values than there are. They are to be walked,
// not decoded: decoding compares each key of a mapping with every other.
func YAML(content string) (docs []*yaml.Node, err error) {
	content = strings.TrimPrefix(content, "\ufeff")
	cost, err := weighYAML(content)
	if err != nil {
		return nil, err
	}
	err = asked("YAML", cost, func() error {
		docs, err = documents(content)
		return err
	})
	return docs, err
}

func documents(content string) (docs []*yaml.Node, err error) {
	d := yaml.NewDecoder(strings.NewReader(content))
	for {
		var n yaml.Node
		switch err := d.Decode(&n); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return docs, err
		case len(docs) == yamlMostDocuments:
			return docs, &Refusal{"YAML", n.Line, fmt.Sprintf("more than %d documents, and no more are read", yamlMostDocuments)}
		}
		if n.Kind != yaml.DocumentNode || len(n.Content) == 0 {
			continue
		}
		t := yamlTree{sizes: map[*yaml.Node]yamlSize{}}
		if _, err := t.size(n.Content[0], 0); err != nil {
			return docs, err
		}
		docs = append(docs, n.Content[0])
	}
}

// weighYAML gives about how many bytes the library allocates for a text, at
// most, or refuses it. What can begin a value costs a value; the library stops
// by itself at a depth that it can bear.
func weighYAML(content string) (cost int, err error) {
	if len(content) > yamlMostBytes {
		return 0, tooLong("YAML", len(content), yamlMostBytes)
	}
	directives, line, lineStart := 0, 1, true
	cost = 32 * len(content)
	for i := 0; i < len(content); i++ {
		c := content[i]
		switch c {
		case '\n', '\r':
			line++
			cost += 128
		case '[', '{', '?', '#':
			cost += 1024
		case '-':
			if i+1 == len(content) || content[i+1] <= ' ' {
				cost += 1024
			}
		case ',', ':', '&', '*', '!':
			cost += 256
		case '%':
			if lineStart {
				directives++
			}
		}
		lineStart = c == '\n' || c == '\r' || c == 0x85 || c == 0xa8 || c == 0xa9 // the last bytes of what Unicode has of them
		if directives > yamlMostDirectives {
			return 0, &Refusal{"YAML", line, fmt.Sprintf("more than %d directives, and no more are read", yamlMostDirectives)}
		}
	}
	if cost > yamlMostCost {
		return 0, &Refusal{"YAML", 0, "more values than can be held at once"}
	}
	return cost, nil
}

// yamlSize is what a node comes to where each alias stands for a copy.
type yamlSize struct {
	values, depth int
}

// yamlTree measures a document, each node once.
type yamlTree struct {
	sizes    map[*yaml.Node]yamlSize // of anchors that are read to their end
	repeated int
}

func (t *yamlTree) size(n *yaml.Node, above int) (yamlSize, error) {
	if n.Kind == yaml.AliasNode {
		of, known := t.sizes[n.Alias]
		switch t.repeated += of.values; {
		case !known:
			return of, &Refusal{"YAML", n.Line, "*" + short(n.Value) + " stands within itself"}
		case t.repeated > yamlMostRepeated:
			return of, &Refusal{"YAML", n.Line, fmt.Sprintf("aliases repeat more than %d values", yamlMostRepeated)}
		case above+of.depth > yamlMostDepth:
			return of, tooDeep(n)
		}
		return of, nil
	}
	if above >= yamlMostDepth {
		return yamlSize{}, tooDeep(n)
	}
	s := yamlSize{1, 1}
	for _, c := range n.Content {
		of, err := t.size(c, above+1)
		if err != nil {
			return s, err
		}
		s.values += of.values
		s.depth = max(s.depth, of.depth+1)
	}
	if n.Anchor != "" {
		t.sizes[n] = s
	}
	return s, nil
}

func tooDeep(n *yaml.Node) error {
	return &Refusal{"YAML", n.Line, fmt.Sprintf("nested more than %d deep", yamlMostDepth)}
}
