package agent

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"aipack/backend/agent/permission"
	"aipack/backend/window/page"
)

// mostPaths are so many that are offered, of which one is picked.
const mostPaths = 8

// Paths are files of a run's project in whose paths a text stands, those first whose names
// begin with it: what can be attached to a question. Files of credentials are not offered.
func (m *Material) Paths(runID, text string) ([]string, error) {
	return page.Guard(m.agent.parts.Page, "Material.Paths", func() ([]string, error) {
		tree, err := m.folder(runID)
		if err != nil {
			return nil, err
		}
		defer tree.Close()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		found, err := tree.WithoutLeftOut().Glob(ctx, "**")
		if err != nil {
			return nil, err
		}
		text = strings.ToLower(text)
		out := []string{}
		for _, e := range found.Entries {
			d := (permission.Rules{}).Decide(permission.Action{Category: permission.Read, What: e.Path})
			if d.Level == permission.Allow && strings.Contains(strings.ToLower(e.Path), text) {
				out = append(out, e.Path)
			}
		}
		rank := func(p string) int {
			if strings.HasPrefix(strings.ToLower(path.Base(p)), text) {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(out, func(a, b string) int {
			return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
		})
		return out[:min(mostPaths, len(out))], nil
	})
}
