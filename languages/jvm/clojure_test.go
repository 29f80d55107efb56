package jvm

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestClojurePrograms(t *testing.T) {
	const main = "(ns shop.main)\n(defn -main [& _] (start))\n"
	for name, c := range map[string]struct {
		deps, build string
		role        language.Role
		evidence    string // file that names the main namespace
		task        string
	}{
		"a fork of a server": {`{:deps {net.example/http-kit {:mvn/version "2.9"}} :aliases {:build {:ns-default build} :chore {:main-opts ["-m" "shop.chore"]}}}`,
			"(defn clean [_])\n(defn uberjar [_])\n", language.Service, "src/shop/main.clj", "clojure -T:build uberjar"},
		"both tasks": {`{:deps {http-kit/http-kit {:mvn/version "2.8.0"}} :aliases {:build {:ns-default build}}}`,
			"(defn uberjar [_])\n(defn uber [_])\n", language.Service, "src/shop/main.clj", "clojure -T:build uber "},
		"a declared main": {`{:deps {} :aliases {:build {:ns-default build} :run {:main-opts ["-m" "shop.chore"]}}}`,
			"(defn uber [_])\n", language.Program, "deps.edn", "clojure -T:build uber "},
	} {
		t.Run(name, func(t *testing.T) {
			p, r := languagetest.Project(t, &Clojure, map[string]string{
				"deps.edn": c.deps, "build.clj": c.build, "src/shop/main.clj": main, "src/shop/chore.clj": "(ns shop.chore)\n(defn -main [& _])\n",
			}, ".", "")
			if p.Claim.Role != c.role || len(p.Start.Evidence) == 0 || p.Start.Evidence[0].Path != c.evidence {
				t.Errorf("role %v, start %+v; want %v, %s", p.Claim.Role, p.Start.Evidence, c.role, c.evidence)
			}
			if got := strings.Join(r.Build.BuildCommands, "\n") + " "; !strings.Contains(got, c.task) {
				t.Errorf("%q, want %q", got, c.task)
			}
		})
	}
}
