package wire

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode"

	"aipack/backend/model/llm"
)

// report is what a server says about a fault, whatever form it takes.
type report struct {
	message string
	code    string // the provider's own words: "insufficient_quota", "overloaded_error"
	status  int    // where the body names one
	retry   time.Duration
}

// Told makes an error of a fault that was reported in the middle of a stream.
// status is the HTTP status that the report stands for, 0 where it tells none.
func Told(body []byte, status int) *llm.Error {
	r := readReport(body)
	if status == 0 {
		status = r.status
	}
	if status == 0 {
		status = statusOfCode(r.code)
	}
	e := told(r, status)
	e.Status = 0
	return e
}

// readReport understands {"error":{…}}, {"error":"…"}, {"message":…},
// {"detail":…} (FastAPI), a list of one of them (Gemini), and plain text.
func readReport(body []byte) report {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message json.RawMessage `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Type    json.RawMessage `json:"type"`
		Code    json.RawMessage `json:"code"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return report{message: oneLine(string(body))}
	}
	var inner struct {
		Message json.RawMessage `json:"message"`
		Type    json.RawMessage `json:"type"`
		Code    json.RawMessage `json:"code"`
		Status  json.RawMessage `json:"status"`
		Details json.RawMessage `json:"details"`
	}
	if text := word(outer.Error); text != "" {
		return report{message: oneLine(text), code: word(outer.Code)}
	}
	if json.Unmarshal(outer.Error, &inner) == nil && inner.Message != nil {
		r := report{message: oneLine(word(inner.Message)), retry: retryDelay(inner.Details)}
		r.code = strings.Join([]string{word(inner.Type), word(inner.Code), word(inner.Status)}, " ")
		if n, err := strconv.Atoi(word(inner.Code)); err == nil && n >= 400 && n < 600 {
			r.status = n
		}
		return r
	}
	r := report{message: oneLine(word(outer.Message)), code: word(outer.Type) + " " + word(outer.Code)}
	if r.message == "" {
		r.message = oneLine(string(outer.Detail))
	}
	return r
}

// word is a JSON string's text, or a number's digits.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	return ""
}

// retryDelay reads google.rpc.RetryInfo, which Gemini sends instead of a header.
func retryDelay(details json.RawMessage) time.Duration {
	var infos []map[string]json.RawMessage
	if json.Unmarshal(details, &infos) != nil {
		return 0
	}
	for _, info := range infos {
		seconds, found := strings.CutSuffix(word(info["retryDelay"]), "s")
		if n, err := strconv.ParseFloat(seconds, 64); found && err == nil {
			return wait(n)
		}
	}
	return 0
}

// oneLine makes a server's text fit for a message: one line, no control
// characters, bounded.
func oneLine(s string) string {
	if len(s) > 8*longestMessage {
		s = s[:8*longestMessage]
	}
	s = strings.ToValidUTF8(s, "")
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if runes := []rune(s); len(runes) > longestMessage {
		s = string(runes[:longestMessage]) + "…"
	}
	return s
}
