// Package slug makes titles fit for an address.
package slug

import "strings"

// Of gives a title in lower case with dashes between its words.
func Of(title string) string {
	return strings.Join(strings.Fields(strings.ToLower(title)), "-")
}
