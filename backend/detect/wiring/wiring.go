// Package wiring says which value a deployment gives a variable: where its data
// services and its neighbours are, what has to be made at random, what only the
// user has. Its values are texts that package value reads. It knows the
// conventions of clients, frameworks and their configuration; it reads no
// files, and does not know what is done with a value.
package wiring

import "aipack/backend/universalbuild"

// ByName gives a variable the value that follows from its name alone, and from
// its plan: where a data service is, for any; for one that the program does not
// run without, also where the program itself or a neighbour is, a secret that
// can be made, or the one value that a standard names.
func ByName(v universalbuild.Variable, p Plan) (string, bool) {
	if text, ok := store(v, p.Stores); ok {
		return text, true
	}
	if !v.Required || v.Default != "" {
		return "", false
	}
	if text, ok := p.neighbour(v.Name); ok {
		return text, true
	}
	if sender(wordsOf(v.Name)) || provider(wordsOf(v.Name)) {
		return "", false
	}
	if text, ok := p.own(v.Name); ok {
		return text, true
	}
	if Outside(v.Name) || v.Type != "" { // no random text is a number
		return "", false
	}
	return secret(v)
}
