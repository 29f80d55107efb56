package modelfile

import (
	"fmt"

	"aipack/backend/model/hardware"
)

// What a detection asks at a time, in tokens of prompt and answer: the mean over
// suite D's questions (docs/EVALUATION.md).
const (
	usualPrompt = 900
	usualAnswer = 100
)

// patience is how long an answer may take, in seconds, for a model to be
// proposed without a GPU.
const patience = 60

// Seconds estimates how long a processor takes for the usual question: each
// token of the prompt is computed with all active weights, and each token of the
// answer reads them from memory. It is 0 where nothing is known or answered.
func (m Model) Seconds(p hardware.Pace) float64 {
	if p.Computes <= 0 || p.Reads <= 0 || m.Weights <= 0 || m.Vectors {
		return 0
	}
	active := float64(m.Active)
	return usualPrompt*active/p.Computes + usualAnswer*float64(m.Bytes)*active/float64(m.Weights)/p.Reads
}

// Ollama is a model of so many billions of parameters with the 4 bits a weight
// that Ollama's models usually have, as far as time goes.
func Ollama(billions float64) Model {
	weights := int64(billions * 1e9)
	return Model{Weights: weights, Active: weights, Bytes: weights * 5 / 8}
}

// Patient says that somebody waits for an answer of so many seconds.
func Patient(seconds float64) bool { return seconds <= patience }

// Duration writes seconds for people, as roughly as an estimate is.
func Duration(seconds float64) string {
	switch {
	case seconds < 10:
		return fmt.Sprintf("%.0f s", max(seconds, 1))
	case seconds < 90:
		return fmt.Sprintf("%.0f s", 5*float64(int(seconds/5+0.5)))
	}
	return fmt.Sprintf("%.0f min", seconds/60)
}
