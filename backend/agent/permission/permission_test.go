package permission

import (
	"strings"
	"testing"
)

func TestTheUsualRights(t *testing.T) {
	r := rules(t)
	for _, c := range []struct {
		category Category
		what     string
		want     Level
	}{
		{Read, "src/main.go", Allow}, {Read, "./a/../b.go", Allow}, {Read, ".env", Deny}, {Read, "sub/.env.production", Deny}, {Read, ".env.example", Allow}, {Read, "certs/server.key", Deny},
		{Read, ".npmrc", Deny}, {Read, "id_rsa", Deny}, {Read, "../other/main.go", Ask}, {Read, "/etc/passwd", Ask}, {Read, "a/../../b", Ask}, {Read, "~/x", Ask}, {Read, "C:\\x", Ask},
		{Read, "/home/me/.ssh/id_rsa", Deny}, {Read, `..\x`, Ask}, {Read, "", Ask}, {Read, "a\x00b", Ask},
		{Write, "src/main.go", Ask}, {Write, ".env", Deny}, {Delete, "src/main.go", Ask}, {Delete, ".env", Deny},
		{Network, "example.com", Ask}, {MCP, "tracker/list_issues", Ask}, {Network, "", Deny}, {Command, "npm test", Ask}, {"other", "x", Deny},
	} {
		if d := r.Decide(Action{c.category, c.what}); d.Level != c.want || d.Rule != nil || d.Why == "" {
			t.Errorf("%s %q: %s, want %s: %s", c.category, c.what, d.Level, c.want, d.Why)
		}
	}
}

// TestTheHighestLevelWins, and within it the most specific pattern is the one that is
// named.
func TestTheHighestLevelWins(t *testing.T) {
	of := func(c Category, l Level, pattern string) Rule { return Rule{c, l, pattern, User} }
	r := rules(t,
		of(Write, Allow, "**"), of(Write, Allow, "src/**"), of(Write, Ask, "src/gen/**"), of(Write, Deny, "**/*.lock"), of(Write, Deny, "src/gen/go.lock"), of(Write, Hidden, "vendor/**"),
		of(Network, Allow, "*.example.com"), of(Network, Deny, "bad.example.com"), of(MCP, Allow, "tracker/*"), of(MCP, Deny, "*/delete_*"),
		of(Command, Ask, "git"), of(Command, Allow, "git log *"), of(Command, Deny, "git push"), of(Command, Hidden, "git push --force"), of(Command, Allow, "npm *"),
	)
	for _, c := range []struct {
		category Category
		what     string
		want     Level
		pattern  string
	}{
		{Write, "a.go", Allow, "**"}, {Write, "src/a.go", Allow, "src/**"}, {Write, "src/gen/a.go", Ask, "src/gen/**"}, {Write, "a/b.lock", Deny, "**/*.lock"},
		{Write, "src/gen/go.lock", Deny, "src/gen/go.lock"}, {Write, "vendor/a.lock", Hidden, "vendor/**"}, {Delete, "vendor/a.go", Hidden, "vendor/**"},
		{Network, "a.example.com", Allow, "*.example.com"}, {Network, "BAD.example.com.", Deny, "bad.example.com"}, {MCP, "tracker/list", Allow, "tracker/*"}, {MCP, "tracker/delete_all", Deny, "*/delete_*"},
		{Command, "git log", Ask, "git"}, {Command, "git push", Deny, "git push"}, {Command, "git push x --force", Hidden, "git push --force"}, {Command, "npm test", Allow, "npm *"},
	} {
		d := r.Decide(Action{c.category, c.what})
		if d.Level != c.want || d.Rule == nil || d.Rule.Pattern != c.pattern {
			t.Errorf("%s %q: %s by %+v, want %s by %q", c.category, c.what, d.Level, d.Rule, c.want, c.pattern)
		}
	}
}

// TestWhatARepositorySaysCountsForNothing: its rules are not even read.
func TestWhatARepositorySaysCountsForNothing(t *testing.T) {
	r := rules(t, Rule{Command, Allow, "*", Repository}, Rule{Read, Allow, ".env", Repository}, Rule{Write, Deny, "**", Repository}, Rule{"nothing", 0, "[", Repository})
	for a, want := range map[Action]Level{{Command, "ls"}: Ask, {Read, ".env"}: Deny, {Write, "a"}: Ask} {
		if d := r.Decide(a); d.Level != want || d.Rule != nil {
			t.Errorf("%+v: %s", a, d.Level)
		}
	}
}

// TestCredentialsAreOpenedByName: a rule that allows all does not open them, one that
// names the file does.
func TestCredentialsAreOpenedByName(t *testing.T) {
	wide := rules(t, Rule{Read, Allow, "**", User}, Rule{Read, Allow, "*", User}, Rule{Command, Allow, "*", User})
	named, err := wide.With(Rule{Read, Allow, "sub/.env", Session})
	if err != nil {
		t.Fatal(err)
	}
	for a, want := range map[Action]Level{{Read, "sub/.env"}: Allow, {Read, ".env"}: Deny, {Read, "sub/.env.local"}: Deny, {Command, "cat sub/.env"}: Allow, {Command, "cat .env"}: Deny} {
		if d := named.Decide(a); d.Level != want {
			t.Errorf("%+v: %s, %s", a, d.Level, d.Why)
		}
		if d := wide.Decide(a); d.Level != Deny {
			t.Errorf("without a name, %+v: %s", a, d.Level)
		}
	}
}

func TestAnswersForFiles(t *testing.T) {
	r := rules(t)
	for a, pattern := range map[Action]string{{Write, "./src/a[1].go"}: `src/a\[1\].go`, {Network, "Example.com"}: "example.com", {MCP, "a/b"}: "a/b"} {
		d := r.Decide(a)
		saves := d.Saves(Always)
		if len(saves) != 1 || saves[0] != (Rule{a.Category, Allow, pattern, Project}) {
			t.Errorf("%+v saves %+v", a, saves)
			continue
		}
		then, err := r.With(saves...)
		if err != nil || then.Decide(a).Level != Allow {
			t.Errorf("%+v: asked again, %v", a, err)
		}
	}
	for _, a := range []Action{{Write, "../x"}, {Write, ".env"}, {Read, "a"}} {
		if saves := r.Decide(a).Saves(Always); saves != nil {
			t.Errorf("%+v saves %+v", a, saves)
		}
	}
}

func TestRulesThatCannotBeRead(t *testing.T) {
	for _, r := range []Rule{
		{Write, Deny, "[", User}, {Write, Deny, "", User}, {"x", Deny, "*", User}, {Write, 0, "*", User}, {Command, Deny, "git | x", User}, {Command, Deny, "git $x", User}, {Command, Deny, "a; b", User},
		{Command, Deny, "git push > x", User}, {Command, Allow, "git * push", User}, {Command, Deny, "A=1 git", User}, {Command, Deny, "$(", User}, {Command, Deny, "'' x", User}, {Command, Deny, "git pu?h", User},
	} {
		if _, err := New(r); err == nil || !strings.Contains(err.Error(), "the rule") {
			t.Errorf("%+v: %v", r, err)
		}
	}
	r := rules(t, Rule{MCP, Hidden, "*", User})
	if !r.Hides(MCP) || r.Hides(Command) || r.Decide(Action{MCP, "a/b"}).Level != Hidden {
		t.Error("a category that is hidden is offered")
	}
	if hidden := rules(t, Rule{Command, Hidden, "*", User}); hidden.Decide(Action{Command, "$("}).Level != Hidden {
		t.Error("a command is asked about that is hidden")
	}
}
