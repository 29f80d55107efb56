package gateway

import (
	"time"

	"aipack/backend/base/event"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/spending"
)

// Terms are those on which a run asks its model.
type Terms struct {
	selector.Want
	Retries  int
	Verify   bool          // a wrong key is said when the client is opened, not by its first request
	Patience time.Duration // with a provider of the cloud that says nothing; others get localPatience

	Mode      recording.Mode // "" does not record
	Recording recording.Store
	Copy      bool // in Auto: what answers is kept, too
	Scenario  string
	Lost      func(error) // an exchange could not be kept

	Books    *spending.Ledger // of what models are asked; nil: nobody keeps any
	Turn     int              // tokens that all requests of the client may come to; 0 is no cap
	Near     func(string)     // hears that little of them, or of Cap, is left; may be nil
	Cap      float64          // US dollars that a month may cost in the cloud; 0 is no cap, and one needs a ledger
	Unbooked func(error)      // what was asked could not be written down; may be nil
	Unkept   func(error)      // what a test showed could not be; may be nil

	capUnread  error // nobody can say what the cap is
	turnUnread error // nor that of a turn

	Tell func(event.Event) // hears of failed tries and of switches; may be nil
	Now  func() time.Time  // time.Now where nil
}

// localPatience is how long a model on this machine or in its network may be
// silent: reading a long prompt on a processor takes minutes.
const localPatience = 10 * time.Minute

// usualPatience is the specification's request time-out.
const usualPatience = 30 * time.Second
