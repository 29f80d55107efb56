package models

// The types of the screens about models.

// ProviderInfo is one provider as it stands.
type ProviderInfo struct {
	Provider     string     `json:"provider"`
	Name         string     `json:"name"`
	Cloud        bool       `json:"cloud"`
	State        string     `json:"state"` // ready, no_key, unreachable, no_model, no_consent, absent, resting
	Reason       string     `json:"reason"`
	Key          string     `json:"key"`      // environment, keychain, file, "" for none
	KeyName      string     `json:"key_name"` // the environment's variable, "" where none is needed
	Model        string     `json:"model"`
	DefaultModel string     `json:"default_model"`
	BaseURL      string     `json:"base_url"` // as the user set it
	Server       string     `json:"server"`   // whose address that is, by the id of ServerInfo; "" where nobody knows
	Chosen       bool       `json:"chosen"`
	Breaker      string     `json:"breaker"` // closed, open, half-open
	RestingUntil int64      `json:"resting_until"`
	Tested       *ModelTest `json:"tested"`
}

// ServerInfo is a server that speaks OpenAI's protocol.
type ServerInfo struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Address string `json:"address"` // words in capitals are the user's to fill in
	Ready   bool   `json:"ready"`   // there are none
	Keyless bool   `json:"keyless"` // it wants a key only where its owner set one
	KeyName string `json:"key_name"`
	Model   string `json:"model"` // what a model's name looks like
	Note    string `json:"note"`
}

// ModelChoiceInfo is who would be asked now, and why.
type ModelChoiceInfo struct {
	Ready    bool         `json:"ready"`
	Provider string       `json:"provider"`
	Name     string       `json:"name"`
	Model    string       `json:"model"`
	Cloud    bool         `json:"cloud"`
	Reason   string       `json:"reason"`
	Hint     string       `json:"hint"`
	Passed   []PassedOver `json:"passed"`
	Then     []NextModel  `json:"then"`
}

// PassedOver is a provider that is not asked first.
type PassedOver struct {
	Provider string `json:"provider"`
	Name     string `json:"name"`
	State    string `json:"state"` // as in ProviderInfo
	Reason   string `json:"reason"`
}

// NextModel is asked when those before it fail.
type NextModel struct {
	Provider string `json:"provider"`
	Name     string `json:"name"`
	Model    string `json:"model"`
}

// ProviderSettings is what the user prefers of one provider.
type ProviderSettings struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	BaseURL  string `json:"base_url"`
}

// KeyPlace says where a key went.
type KeyPlace struct {
	Where   string `json:"where"`
	Warning string `json:"warning"`
}

// ModelTest is what a model was seen to do.
type ModelTest struct {
	OK              bool    `json:"ok"`
	At              int64   `json:"at"`
	Model           string  `json:"model"`
	Tools           bool    `json:"tools"`
	JSONMode        bool    `json:"json_mode"`
	ContextWindow   int     `json:"context_window"`
	TokensPerSecond float64 `json:"tokens_per_second"`
	Warning         string  `json:"warning"`
	Message         string  `json:"message"`
	Hint            string  `json:"hint"`
	DurationMS      int64   `json:"duration_ms"`
}

// ModelInfo is a model that a provider offers.
type ModelInfo struct {
	ID            string  `json:"id"`
	Name          string  `json:"name"`
	ContextWindow int     `json:"context_window"`
	USDIn         float64 `json:"usd_in"` // per million tokens
	USDOut        float64 `json:"usd_out"`
	Priced        bool    `json:"priced"`
	Note          string  `json:"note"`
	Installed     bool    `json:"installed"`
	Usual         bool    `json:"usual"`
	Tier          int     `json:"tier"` // 1 best, 2 recommended, 3 for processors; 0 where nobody says
	VRAM          int     `json:"vram"` // GB of graphics memory that it needs, 0 for none
	RAM           int     `json:"ram"`  // GB of main memory that it needs, 0 where nobody says
	Pull          string  `json:"pull"` // the command that gets it, "" where none does
}
