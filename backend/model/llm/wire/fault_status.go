package wire

import (
	"net/http"
	"strings"

	"aipack/backend/model/llm"
)

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
	case e.Kind == llm.Unauthorised || has("api key not valid", "api_key_invalid", "invalid_api_key", "no_db_connection"): // the last is LiteLLM's, where it cannot look a key up
		e.Kind, e.Hint = llm.Unauthorised, "check the provider's key in Settings"
	case refused && has("does not support tools", "not support function calling", "support tool use", "support tool calling", "enable-auto-tool-choice", "does not support tool", "requires --jinja"):
		e.Kind, e.Message, e.Hint = llm.UnsupportedModel, llm.NoFunctionCalling, "choose a model that can call functions; the server says: "+e.Message
	case refused && has("tool_use_failed"): // Groq: the model wrote a call that is broken
		e.Kind = llm.BadAnswer
	case status == http.StatusRequestEntityTooLarge || refused && has("context length", "context_length", "context size", "context window", "maximum context", "prompt is too long", "input token count", "exceeds the maximum number of tokens", "too many tokens", "input length", "n_ctx"):
		e.Kind, e.Hint = llm.TooLong, "the conversation exceeds the model's window"
	case (refused || status == 403) && has(noModel...) || status == 404 && has("model"):
		e.Kind, e.Hint = llm.ModelAbsent, "choose one of the provider's models in Settings, or pull it"
	case status == 404:
		e.Hint = "the server has no such path: check the base URL"
	}
	return e
}

// noModel are the words of servers for a model that they do not have: OpenAI's
// and LM Studio's, OpenRouter's, LiteLLM's, Bedrock's, Azure's for a deployment.
var noModel = []string{"model_not_found", "model not found", "is not a valid model id", "invalid model name", "invalid model identifier", "no models loaded",
	"model identifier is invalid", "deploymentnotfound"}

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
