// Package gen holds what generate.go writes.
package gen

// Fields is how many fields there are.
func Fields() int {
	return len([]string{field00, field01, field02, field03, field04, field05, field06, field07, field08, field09, field10, field11})
}
