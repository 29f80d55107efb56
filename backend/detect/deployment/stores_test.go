package deployment

import (
	"slices"
	"testing"
)

// TestStoresOfAWorkspace: what a file starts is its only program's; members of a
// workspace that share one Dockerfile are several, and each has what it names.
func TestStoresOfAWorkspace(t *testing.T) {
	t.Parallel()
	const stores = "  postgres: {image: \"postgres:16\"}\n  cache: {image: \"redis:7\"}\n"
	for name, c := range map[string]struct {
		compose, dir string
		want         []string
	}{
		"one member":      {"services:\n" + stores + "  orders: {build: {context: ., args: {SERVICE: orders}}, depends_on: [postgres]}\n", "services/orders", []string{"postgresql", "redis"}},
		"several members": {"services:\n" + stores + "  orders: {build: {context: ., args: {SERVICE: orders}}, depends_on: [postgres]}\n  mails: {build: {context: ., args: {SERVICE: mails}}, depends_on: [cache]}\n", "services/orders", []string{"postgresql"}},
		"one of none":     {"services:\n" + stores + "  orders: {build: {context: ., args: {SERVICE: orders}}, depends_on: [postgres]}\n  mails: {build: {context: ., args: {SERVICE: mails}}}\n", "services/mails", nil},
		"of one folder":   {"services:\n" + stores + "  web: {build: .}\n  jobs: {build: ., command: jobs}\n", ".", []string{"postgresql", "redis"}},
	} {
		f := files(t, map[string]string{"docker-compose.yml": c.compose, "Dockerfile": "FROM rust\n", "services/orders/a.rs": "", "services/mails/a.rs": ""}, c.dir)
		var got []string
		for _, s := range f.Stores() {
			if !slices.Contains(got, s.Value) {
				got = append(got, s.Value)
			}
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
