package gateway

import (
	"time"

	"aipack/backend/base/settings"
	"aipack/backend/model/llm/selector"
)

// Preferred are the terms that the user's settings say.
func Preferred(s settings.Preferences) Terms {
	return Terms{
		Want: Wanted(s), Retries: s.Retries, Patience: time.Duration(s.RequestTimeoutS) * time.Second, Cap: float64(s.MonthlyCapUSD),
	}
}

// Wanted is what the settings say about the model.
func Wanted(s settings.Preferences) selector.Want {
	w := selector.Want{Provider: s.Provider, By: "in Settings", Fallback: s.Fallback, Preferences: map[string]selector.Preference{}}
	for _, p := range s.Providers {
		w.Preferences[p.Provider] = selector.Preference{Model: p.Model, BaseURL: p.BaseURL}
	}
	return w
}
