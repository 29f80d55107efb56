package clojars

import (
	"strings"
	"testing"
)

func TestParseLeiningen(t *testing.T) {
	l, err := ParseLeiningen(`; (defproject old "0")
(defproject shop/web "1.0"
  #_[:ignored]
  :dependencies [[org.clojure/clojure "1.11.1"] [ring/ring-core "1.9" :exclusions [a/b]]]
  :plugins [[lein-ring "0.12.5"]]
  :ring {:handler shop.core/handler}
  :main ^:skip-aot shop.core
  :profiles {:uberjar {:aot :all :uberjar-name "shop.jar"} :dev {:dependencies [[ring/ring-mock "1"]]}})`)
	if err != nil || l.Name != "shop/web" || l.Main.Text != "shop.core" || !l.AOT || l.UberjarName != "shop.jar" || l.RingHandler.Text != "shop.core/handler" {
		t.Errorf("%v %+v", err, l)
	}
	if len(l.Dependencies) != 3 || !l.Dependencies[2].Dev || l.Dependencies[1].Name != "ring/ring-core" {
		t.Errorf("%+v", l.Dependencies)
	}
	if _, err := ParseLeiningen("(defproject a \"1\" " + strings.Repeat("[", 5000)); err == nil {
		t.Error("endless nesting was read")
	}
}

func TestParseClojureDeps(t *testing.T) {
	c, err := ParseDeps(`{:paths ["src"] :deps {io.pedestal/pedestal.jetty {:mvn/version "0.6"}}
 :aliases {:run {:main-opts ["-m" "shop.core"]} :build {:deps {io.github.clojure/tools.build {:mvn/version "0.9"}} :ns-default build}}}`)
	if err != nil || len(c.Aliases) != 2 || c.Aliases[0].MainOptions[1] != "shop.core" || c.Aliases[1].Namespace != "build" || c.Dependencies[0].Version != "0.6" {
		t.Errorf("%v %+v", err, c)
	}
}

func FuzzClojure(f *testing.F) {
	f.Add("(defproject a \"1\" :b {:c #{1}})")
	f.Add("{:deps {a/b {:mvn/version \"1\"}}}")
	f.Fuzz(func(t *testing.T, s string) {
		if l, err := ParseLeiningen(s); err != nil && l.Name != "" {
			t.Error("a refused project has a name")
		}
		if c, err := ParseDeps(s); err != nil && len(c.Aliases) > 0 {
			t.Error("refused dependencies have aliases")
		}
	})
}
