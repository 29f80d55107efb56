package universalbuild

import _ "embed"

//go:embed schema.json
var schema []byte

// SchemaID names the schema in $schema and $id.
const SchemaID = "urn:aipack:universalbuild:1.0"

// Schema is the JSON Schema (draft 2020-12) of what Write and WriteList write:
// a document or a list of them. Read takes more.
func Schema() []byte { return append([]byte(nil), schema...) }
