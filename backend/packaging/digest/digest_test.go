package digest

import (
	"fmt"
	"slices"
	"testing"

	"aipack/backend/universalbuild"
)

func document(path string) universalbuild.UniversalBuild {
	return universalbuild.UniversalBuild{
		Version:  universalbuild.Version,
		Metadata: universalbuild.Metadata{ProjectName: path, Path: path, Language: "go", Kind: universalbuild.Web, Confidence: 0.9, Reasoning: "go.mod"},
		Build:    universalbuild.Build{BaseImage: "golang:1.24", Workdir: "/src", BuildCommands: []string{"go build -o /app ./" + path}, Artifacts: []string{"/app"}},
		Runtime: universalbuild.Runtime{
			BaseImage: "debian:bookworm-slim", Workdir: "/", Copy: []universalbuild.Copy{{From: "/app", To: "/app"}}, Command: []string{"/app"},
			Ports: []universalbuild.Port{{Port: 8080, Protocol: "tcp"}},
		},
		Evidence: []universalbuild.Evidence{{Field: "/runtime/ports/0/port", Value: "8080", Path: "main.go", Line: 3}},
	}
}

// mall is a plan: the web asks the api, the api needs the auth, and the mail none of them.
func mall() []Service {
	web, api, auth, mail := document("web"), document("api"), document("auth"), document("mail")
	web.Metadata.DependsOn, api.Metadata.DependsOn = []string{"api"}, []string{"auth"}
	auth.Runtime.Variables = []universalbuild.Variable{{Name: "MAIL_URL", Required: true, Path: "auth/main.go", Line: 3}}
	return []Service{{Document: web}, {Document: api}, {Document: auth}, {Document: mail}}
}

// TestWhatAProofStandsOn: what is built, started or asked, of the service and of
// those that it needs, and nothing else.
func TestWhatAProofStandsOn(t *testing.T) {
	before := (Plan{mall(), []string{}}).Digests()
	addressed := mall()
	addressed[2].Document.Runtime.Variables[0].Value = "{service:mail.url}"
	onMail := (Plan{addressed, []string{}}).Digests()
	addressed[3].Document.Runtime.User = "root"
	for i, now := range (Plan{addressed, []string{}}).Digests() {
		if now == onMail[i] {
			t.Errorf("service %d does not stand on the mail whose address the auth is given", i)
		}
	}
	for name, one := range map[string]struct {
		change  func([]Service)
		changed []bool // web, api, auth, mail
	}{
		"nothing":           {func([]Service) {}, []bool{false, false, false, false}},
		"evidence":          {func(s []Service) { s[0].Document.Evidence[0].Line = 40 }, []bool{false, false, false, false}},
		"confidence":        {func(s []Service) { s[0].Document.Metadata.Confidence = 0.2 }, []bool{false, false, false, false}},
		"reasoning":         {func(s []Service) { s[0].Document.Metadata.Reasoning = "go.work" }, []bool{false, false, false, false}},
		"a port of the web": {func(s []Service) { s[0].Document.Runtime.Ports[0].Port = 9 }, []bool{true, false, false, false}},
		"a build command":   {func(s []Service) { s[3].Document.Build.BuildCommands[0] = "make" }, []bool{false, false, false, true}},
		"a variable":        {func(s []Service) { s[3].Document.Runtime.Variables = []universalbuild.Variable{{Name: "A"}} }, []bool{false, false, false, true}},
		"a data service":    {func(s []Service) { s[3].Document.Metadata.BackingServices = []string{"redis"} }, []bool{false, false, false, true}},
		"what is needed":    {func(s []Service) { s[1].Document.Runtime.Command = []string{"/app", "-v"} }, []bool{true, true, false, false}},
		"needed by needed":  {func(s []Service) { s[2].Document.Runtime.User = "root" }, []bool{true, true, true, false}},
		"by hand":           {func(s []Service) { s[1].Dockerfile = "FROM scratch\n" }, []bool{true, true, false, false}},
		"where one is read": {func(s []Service) { s[2].Document.Runtime.Variables[0].Line = 7 }, []bool{false, false, false, false}},
		"an address":        {func(s []Service) { s[2].Document.Runtime.Variables[0].Value = "{service:mail.url}" }, []bool{true, true, true, false}},
		"what nobody needs": {func(s []Service) { s[3].Document.Runtime.User = "root" }, []bool{false, false, false, true}},
		"one more need":     {func(s []Service) { s[3].Document.Metadata.DependsOn = []string{"auth"} }, []bool{false, false, false, true}},
	} {
		services := mall()
		one.change(services)
		after := (Plan{services, []string{}}).Digests()
		for i := range before {
			if (before[i] != after[i]) != one.changed[i] {
				t.Errorf("%s: %s changed: %v", name, services[i].Document.Metadata.Path, !one.changed[i])
			}
		}
	}
}

// TestServicesThatNeedEachOther end, and stand on each other.
func TestServicesThatNeedEachOther(t *testing.T) {
	ring := func() []Service {
		s := mall()[:3]
		s[2].Document.Metadata.DependsOn = []string{"web"}
		return s
	}
	before, other := (Plan{ring(), nil}).Digests(), ring()
	other[1].Document.Runtime.User = "root"
	for i, after := range (Plan{other, nil}).Digests() {
		if after == before[i] {
			t.Errorf("service %d does not stand on the api", i)
		}
	}
	if slices.Equal(before[:1], before[1:2]) {
		t.Error("two services have one digest")
	}
}

func BenchmarkDigests(b *testing.B) {
	var services []Service
	for i := range 252 {
		d := document(fmt.Sprintf("services/s%d", i))
		if i > 0 {
			d.Metadata.DependsOn = []string{fmt.Sprintf("services/s%d", i/2)}
		}
		services = append(services, Service{Document: d})
	}
	var files []string
	for i := range 10_000 {
		files = append(files, fmt.Sprintf("services/s%d/f%d.go", i%252, i))
	}
	for b.Loop() {
		Plan{services, files}.Digests()
	}
}
