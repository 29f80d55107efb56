// Package lenient reads YAML, XML, JSON and TOML without fear: what is missing
// or of another type is the zero value, and no document grows beyond what an
// honest file needs. It knows no format made of them.
package lenient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// JSON gives strict JSON for a document that may hold a byte order mark,
// comments and trailing commas; lenient says that it did hold the latter two.
func JSON(content string) (b []byte, lenient bool, err error) {
	b = bytes.TrimSpace([]byte(strings.TrimPrefix(content, "\uFEFF")))
	if len(b) == 0 {
		return nil, false, errors.New("the file is empty")
	}
	if json.Valid(b) {
		return b, false, nil
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return nil, false, errors.New("the file is binary, not JSON")
	}
	if Depth(b) > 500 {
		return nil, false, errors.New("the document is nested too deeply")
	}
	std, err := hujson.Standardize(b)
	if err != nil {
		var doc any
		if strict := json.Unmarshal(b, &doc); strict != nil {
			err = strict
		}
		return nil, false, fmt.Errorf("not JSON: %w", err)
	}
	return std, true, nil
}

// Depth is the most brackets that are open at once, strings not looked at: an
// upper bound that keeps recursive readers from hostile nesting.
func Depth(b []byte) int {
	deepest, now := 0, 0
	for _, c := range b {
		switch c {
		case '{', '[':
			now++
			deepest = max(deepest, now)
		case '}', ']':
			now--
		}
	}
	return deepest
}
