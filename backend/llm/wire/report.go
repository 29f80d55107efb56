package wire

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"aipack/backend/llm"
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

// told tells the kinds of fault apart. What the provider says in words comes
// before the status: several kinds share 400 and 429.
func told(r report, status int) *llm.Error {
	e := &llm.Error{Kind: kindOfStatus(status), Status: status, RetryAfter: r.retry, Message: r.message}
	if e.Message == "" {
		e.Message = strings.ToLower(http.StatusText(status))
	}
	if e.Message == "" {
		e.Message = "the server reported a fault without a word"
	}
	said := strings.ToLower(r.code + " " + r.message)
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(said, part) {
				return true
			}
		}
		return false
	}
	refused := status == 0 || status == 400 || status == 404 || status == 422 || status == 500
	switch {
	case has("insufficient_quota", "credit balance", "billing_error", "billing_not_active"):
		e.Kind, e.Hint = llm.Unauthorised, "the account has no credit left; choose another provider or top it up"
	case e.Kind == llm.Unauthorised || has("api key not valid", "api_key_invalid", "invalid_api_key"):
		e.Kind, e.Hint = llm.Unauthorised, "check the provider's key in Settings"
	case refused && has("does not support tools", "not support function calling", "support tool use", "support tool calling", "enable-auto-tool-choice", "does not support tool", "requires --jinja"):
		e.Kind, e.Message, e.Hint = llm.UnsupportedModel, llm.NoFunctionCalling, "choose a model that can call functions; the server says: "+e.Message
	case refused && has("tool_use_failed"): // Groq: the model wrote a call that is broken
		e.Kind = llm.BadAnswer
	case status == http.StatusRequestEntityTooLarge || refused && has("context length", "context_length", "context size", "context window", "maximum context", "prompt is too long", "input token count", "exceeds the maximum number of tokens", "too many tokens", "input length"):
		e.Kind, e.Hint = llm.TooLong, "the conversation exceeds the model's window"
	case (refused || status == 403) && has("model_not_found", "model not found") || status == 404 && has("model"):
		e.Kind, e.Hint = llm.ModelAbsent, "choose one of the provider's models in Settings, or pull it"
	case status == 404:
		e.Hint = "the server has no such path: check the base URL"
	}
	return e
}

func kindOfStatus(status int) llm.Kind {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired:
		return llm.Unauthorised
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, 529:
		return llm.Overloaded
	case http.StatusRequestTimeout, http.StatusGatewayTimeout, 524:
		return llm.TimedOut
	}
	if status >= 500 || status == 0 {
		return llm.ServerFault
	}
	return llm.BadRequest
}

// statusOfCode is the HTTP status of a provider's error type, as Anthropic and
// OpenAI document them.
func statusOfCode(code string) int {
	for _, row := range []struct {
		word   string
		status int
	}{
		{"overloaded", 529}, {"rate_limit", 429}, {"quota", 429}, {"authentication", 401}, {"permission", 403},
		{"billing", 402}, {"not_found", 404}, {"too_large", 413}, {"timeout", 504}, {"invalid_request", 400},
	} {
		if strings.Contains(code, row.word) {
			return row.status
		}
	}
	return 0
}

const longestMessage = 300 // characters

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
