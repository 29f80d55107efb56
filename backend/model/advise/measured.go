package advise

import "aipack/backend/model/conversation"

// Longest is the most tokens that any answer may have: those of a model that is
// recorded or measured (ruling K-11).
const Longest = 8192

// Measured asks as a model is asked that somebody records, replays or measures
// (ruling K-11): what is asked again is answered as before, and no answer is cut
// off that the window has room for.
func (o Options) Measured() Options {
	o.Temperature, o.AnswerTokens = new(0.0), Longest
	return o
}

// LongestOf is Longest where a model's window leaves so much beside a request
// that fills its profile; a window of 0 is not known, and leaves what the
// profile sets aside.
func LongestOf(window int) int {
	return fitting(window, conversation.For(min(window, conversation.Usual), conversation.Detect), Longest)
}

// fitting is an answer of so many tokens, or as many as a window has room for
// beside what is sent and the margin; never less than the budget's own.
func fitting(window int, b conversation.Budget, tokens int) int {
	return max(b.Output, min(tokens, window-b.Prompt()-b.Safety))
}
