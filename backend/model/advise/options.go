package advise

import (
	"time"

	"aipack/backend/base/settings"
	"aipack/backend/model/conversation"
	"aipack/backend/model/tool"
)

// mostLines is what one reading of a file shows at most where the user has not
// asked for more.
const mostLines = 500

// Within are the options of an adviser that keeps to the user's limits.
func Within(s settings.Preferences) Options {
	return Options{
		Most:   s.MaxContextTokens,
		Limits: Limits{Phase: time.Duration(s.PhaseTimeoutS) * time.Second, Run: time.Duration(s.TimeoutS) * time.Second, Calls: s.MaxToolCalls},
		Talk:   conversation.Limits{ToolResult: s.MaxToolResultTokens, SummariseAfter: s.SummarizeAfter},
		Tools:  tool.Limits{Lines: s.MaxFileLines, MostLines: max(s.MaxFileLines, mostLines), Tokens: s.MaxToolResultTokens},
	}
}
