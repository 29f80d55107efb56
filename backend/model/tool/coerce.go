package tool

import (
	"encoding/json"
	"math"
	"path"
	"strconv"
	"strings"
)

// coerce bends a value to the parameter's type where it has one meaning. ok says
// that it had to; a value without one stays for the schema to refuse.
func (p property) coerce(v any) (to any, ok bool) {
	if p.is("array") && p.is("string") {
		return coercePaths(v)
	}
	switch {
	case p.is("integer"):
		return coerceInteger(v)
	case p.is("boolean"):
		return coerceBoolean(v)
	case p.is("string"):
		return p.coerceString(v)
	}
	return nil, false
}

func coerceInteger(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		f, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(v), "_", ""), 64)
		if err != nil || f != math.Trunc(f) || math.IsInf(f, 0) {
			return nil, false
		}
		return clamped(f), true
	case int64:
		if v != clamped(float64(v)) {
			return clamped(float64(v)), true
		}
	case float64:
		// Whole numbers of this size are bounds that mean "all".
		if v == math.Trunc(v) {
			return clamped(v), true
		}
	case []any:
		if len(v) == 1 {
			if n, isNumber := v[0].(int64); isNumber {
				return clamped(float64(n)), true
			}
		}
	}
	return nil, false
}

// clamped keeps a whole number within what an int holds everywhere.
func clamped(f float64) int64 { return int64(max(-math.MaxInt32, min(math.MaxInt32, f))) }

func coerceBoolean(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "true", "yes", "1", "on":
			return true, true
		case "false", "no", "0", "off", "":
			return false, true
		}
	case int64:
		if v == 0 || v == 1 {
			return v == 1, true
		}
	}
	return nil, false
}

func (p property) coerceString(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		if len(p.Enum) > 0 {
			for _, e := range p.Enum {
				if v != e && strings.EqualFold(strings.TrimSpace(v), e) {
					return e, true
				}
			}
		}
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	case []any:
		if len(v) == 1 {
			if s, isText := v[0].(string); isText {
				return s, true
			}
		}
	}
	return nil, false
}

// coercePaths takes a list written as a text, and a number for a name.
func coercePaths(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		if text := strings.TrimSpace(v); strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			var list []any
			if err := json.Unmarshal([]byte(text), &list); err == nil {
				return list, true
			}
		}
	case int64, float64:
		return property{Type: "string"}.coerceString(v)
	}
	return nil, false
}

// cleanPaths cleans a path or a list of paths.
func cleanPaths(v any) any {
	switch v := v.(type) {
	case string:
		return cleanPath(v)
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = cleanPaths(item)
		}
		return out
	}
	return v
}

// cleanPath writes a path as the repository's listing does. What leaves the
// root stays recognisable: the repository refuses it.
func cleanPath(p string) string {
	p = strings.TrimSpace(p)
	if p == "" {
		return "."
	}
	return path.Clean(p)
}
