// Package wiring says which value a deployment gives a variable: where its data
// services and its neighbours are, what has to be made at random, what only the
// user has. Its values are texts that package value reads. It knows the
// conventions of clients, frameworks and their configuration; it reads no
// files, and does not know what is done with a value.
package wiring

import "aipack/backend/universalbuild"

// ByName gives a variable the value that follows from its name alone, and from
// the data services of its plan: where one of them is, for any; for one that
// the program does not run without, also a secret that can be made or a plain
// value that makes sense.
func ByName(v universalbuild.Variable, stores []string) (string, bool) {
	if text, ok := store(v, stores); ok {
		return text, true
	}
	if !v.Required || v.Default != "" {
		return "", false
	}
	if parts := wordsOf(v.Name); sender(parts) {
		return "admin@example.com", true
	} else if provider(parts) {
		return "", false
	}
	if text, ok := own(v.Name); ok {
		return text, true
	}
	if Outside(v.Name) {
		return "", false
	}
	return secret(v)
}
