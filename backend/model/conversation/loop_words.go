package conversation

import (
	"fmt"
	"strings"

	"aipack/backend/model/llm"
)

// words are what a model is told about the end of a loop.
type words struct {
	nudge string // its answer was none
	brief string // its answer was cut off
	last  string // its tools are withdrawn
	now   string // one call before that
	end   string // how it ends
}

func (l *Loop) words() words {
	if l.Terminal == "" {
		return words{
			nudge: "Your answer was empty. Answer the question, or call a tool.",
			brief: "Answer again, and be brief.",
			last:  "Answer with what you know, and say what you could not find out.",
			now:   "You must provide a response now: answer with what you know.",
			end:   "End with your answer.",
		}
	}
	return words{
		nudge: fmt.Sprintf("Your answer called no tool. Only a call of %s ends this task; text is not read. Call a tool now.", l.Terminal),
		brief: "Be brief, and call a tool.",
		last:  "Submit what you know with " + l.Terminal + ".",
		now:   fmt.Sprintf("You must provide a response now: call %s.", l.Terminal),
		end:   fmt.Sprintf("End with a call of %s.", l.Terminal),
	}
}

// ending is what a model does that has seen enough.
func (l *Loop) ending() string {
	if l.Terminal == "" {
		return "answer"
	}
	return "submit"
}

// withdrawal leaves a model only the way to end. Where text is that, no tool may be
// called; what is told of the tools stays, as the prefix of the conversation does.
func (l *Loop) withdrawal() llm.Choice {
	if l.Terminal == "" {
		return llm.NoTool
	}
	return llm.Choice(l.Terminal)
}

// text is what a model answered, where text is an answer.
func (l *Loop) text(m llm.Message) string {
	if l.Terminal != "" {
		return ""
	}
	return strings.TrimSpace(m.Text)
}
