// Package lenient reads YAML, XML, JSON and TOML without fear: what is missing
// or of another type is the zero value, and no document grows beyond what an
// honest file needs. It knows no format made of them.
package lenient

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"aipack/backend/base/bounded"
)

// JSON gives strict JSON for a document that may hold a byte order mark,
// comments and trailing commas; lenient says that it did hold the latter two.
func JSON(content string) (b []byte, lenient bool, err error) {
	content = strings.TrimSpace(strings.TrimPrefix(content, "\uFEFF"))
	if content == "" {
		return nil, false, errors.New("the file is empty")
	}
	if strings.IndexByte(content, 0) >= 0 {
		return nil, false, errors.New("the file is binary, not JSON")
	}
	b, lenient, err = bounded.JSON(content)
	if err == nil {
		return b, lenient, nil
	}
	if refused := (*bounded.Refusal)(nil); errors.As(err, &refused) {
		return nil, false, err
	}
	var doc any
	if strict := json.Unmarshal([]byte(content), &doc); strict != nil {
		err = strict
	}
	return nil, false, fmt.Errorf("not JSON: %w", err)
}
