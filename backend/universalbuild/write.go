package universalbuild

import "encoding/json"

// WriteJSON writes documents as an indented array.
func WriteJSON(docs []UniversalBuild) ([]byte, error) {
	return json.MarshalIndent(docs, "", "  ")
}

// WriteYAML writes documents as a sequence.
func WriteYAML(docs []UniversalBuild) ([]byte, error) { return WriteJSON(docs) }
