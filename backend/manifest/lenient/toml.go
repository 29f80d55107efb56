package lenient

// Table, String and Strings read decoded TOML and give the zero value where
// something else than expected stands: a manifest with one odd field is still
// a manifest.
//
// Table follows keys down to a table; nil if there is none.
func Table(doc map[string]any, keys ...string) map[string]any {
	for _, k := range keys {
		doc, _ = doc[k].(map[string]any)
	}
	return doc
}

// String gives a text, "" if it is none.
func String(doc map[string]any, key string) string {
	s, _ := doc[key].(string)
	return s
}

// Strings gives the strings of a list, without what else is in it.
func Strings(doc map[string]any, key string) []string {
	list, _ := doc[key].([]any)
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
