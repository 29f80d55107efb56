package window

import (
	"aipack/backend/window/difference"
	"aipack/backend/window/page"
)

// Compare says, service by service, in which fields two runs differ.
func (h *History) Compare(first, second string) ([]difference.Service, error) {
	return page.Guard(h.page, "History.Compare", func() ([]difference.Service, error) {
		x, err := h.archive.Documents(first)
		if err != nil {
			return nil, err
		}
		y, err := h.archive.Documents(second)
		if err != nil {
			return nil, err
		}
		return difference.Between(x, y, parsed), nil
	})
}
