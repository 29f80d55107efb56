package history

import (
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Compare says, service by service, in which fields two runs differ.
func (h *History) Compare(first, second string) ([]ServiceDifference, error) {
	return page.Guard(h.Link, "History.Compare", func() ([]ServiceDifference, error) {
		x, err := h.Store.Documents(first)
		if err != nil {
			return nil, err
		}
		y, err := h.Store.Documents(second)
		if err != nil {
			return nil, err
		}
		return differences(x, y, session.Parsed), nil
	})
}
