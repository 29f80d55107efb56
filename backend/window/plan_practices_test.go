package window

import (
	"slices"
	"testing"

	"aipack/backend/window/plan"
)

func TestWhatIsUsualFollowsThePlan(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	usual := func(edits ...string) plan.Practices {
		t.Helper()
		for i := 0; i < len(edits); i += 2 {
			if _, err := a.Plan.Edit(s.RunID, ".", edits[i], edits[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		got, err := a.Plan.Practices(s.RunID, ".")
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	npm := usual("/metadata/language", `"javascript"`, "/metadata/build_system", `"npm"`, "/metadata/framework", `"Express"`)
	if npm.Of != "JavaScript, npm, Express" || !slices.Contains(npm.Commands, "npm ci") || !slices.Contains(npm.Caches, "/root/.npm") || len(npm.Advice) == 0 {
		t.Errorf("%+v", npm)
	}
	boot := usual("/metadata/language", `"java"`, "/metadata/build_system", `"maven"`, "/metadata/framework", `"Spring Boot"`)
	if boot.Of != "Java, Maven, Spring Boot" || !slices.Equal(boot.Ports, []int{8080}) || !slices.Contains(boot.Health, "/actuator/health") {
		t.Errorf("%+v", boot)
	}
	if none := usual("/metadata/build_system", `"of our own"`); none.Of != "" || none.BuildImage != "" || none.Commands == nil {
		t.Errorf("of a system that nobody knows: %+v", none)
	}
}
