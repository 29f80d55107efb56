package backing

var temporal = Service{
	ID: Temporal, Title: "Temporal",

	Images:   []string{"auto-setup"},
	Words:    []string{"temporal"},
	Settings: []string{"TEMPORAL"},
	Drivers:  []string{"@temporalio/worker", "@temporalio/client", "temporalio", "go.temporal.io/sdk", "io.temporal:temporal-sdk", "Temporalio"},
}
