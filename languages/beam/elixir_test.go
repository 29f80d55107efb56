package beam

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

type files = languagetest.Files

// mixFile writes a mix.exs with the given project settings and application.
func mixFile(project, application, deps string) string {
	return "defmodule Shop.MixProject do\n  use Mix.Project\n\n  def project do\n    [app: :shop, " + project + " deps: deps()]\n  end\n\n" +
		"  def application do\n    [" + application + "]\n  end\n\n  defp deps do\n    [" + deps + "]\n  end\nend\n"
}

const (
	mixStarts  = "mod: {Shop.Application, []}"
	mixPhoenix = `{:phoenix, "~> 1.7"}`
)

func TestElixirRoles(t *testing.T) {
	for name, c := range map[string]struct {
		files   files
		role    language.Role
		kind    universalbuild.Kind
		variant string
	}{
		"phoenix":   {files{"mix.exs": mixFile("", mixStarts, mixPhoenix)}, language.Service, universalbuild.Web, "phoenix"},
		"listener":  {files{"mix.exs": mixFile("", mixStarts, ""), "lib/a/server.ex": ":gen_tcp.listen(1, [])"}, language.Service, universalbuild.Web, ""},
		"worker":    {files{"mix.exs": mixFile("", mixStarts, `{:broadway_kafka, "~> 0.4"}`)}, language.Service, universalbuild.Worker, ""},
		"library":   {files{"mix.exs": mixFile("", "extra_applications: [:logger]", "")}, language.Library, "", ""},
		"published": {files{"mix.exs": mixFile("package: package(),", mixStarts, "")}, language.Library, "", ""},
		"escript":   {files{"mix.exs": mixFile("escript: [main_module: Shop.CLI],", "", "")}, language.Program, universalbuild.CLI, ""},
		"umbrella": {files{"mix.exs": mixFile(`apps_path: "apps",`, "", ""), "apps/core/mix.exs": mixFile("", mixStarts, "")},
			language.Service, universalbuild.Worker, "umbrella"},
		"phoenix umbrella": {files{"mix.exs": mixFile(`apps_path: "apps",`, "", ""), "apps/web/mix.exs": mixFile("", mixStarts, mixPhoenix)},
			language.Service, universalbuild.Web, "phoenix-umbrella"},
		"script": {files{"server.exs": ":gen_tcp.listen(1, [])"}, language.Service, universalbuild.Web, ""},
	} {
		t.Run(name, func(t *testing.T) {
			claim, ok := Elixir.Claim(languagetest.Reader(t, c.files).Folder("."))
			if !ok || claim.Role != c.role || claim.Kind != c.kind || claim.Variant != c.variant {
				t.Errorf("claimed %t as role %d, kind %q, variant %q", ok, claim.Role, claim.Kind, claim.Variant)
			}
		})
	}
}

func TestElixirSettingsAreNoScript(t *testing.T) {
	if _, ok := Elixir.Claim(languagetest.Reader(t, files{".formatter.exs": "[]", "README.md": ""}).Folder(".")); ok {
		t.Error(".formatter.exs is claimed as a program")
	}
}

func TestElixirUmbrella(t *testing.T) {
	in := files{
		"mix.exs":           mixFile(`apps_path: "apps",`, "", `{:credo, "~> 1.7", only: :dev}`),
		"apps/core/mix.exs": strings.ReplaceAll(mixFile(`elixir: "~> 1.16",`, mixStarts, `{:ecto_sql, "~> 3.10"}`), ":shop", ":core"),
		"apps/web/mix.exs":  strings.ReplaceAll(mixFile("", mixStarts, mixPhoenix+", {:core, in_umbrella: true}"), ":shop", ":web"),
	}
	if claim, _ := Elixir.Claim(languagetest.Reader(t, in).Folder("apps/web")); claim.Role != language.Library {
		t.Errorf("an application of an umbrella is deployed with it, not by itself: role %d", claim.Role)
	}
	w, ok := Elixir.Workspace(languagetest.Reader(t, in).Folder("."))
	if !ok || w.Tool != "umbrella" || !slices.Equal(w.Members, []string{"apps/core", "apps/web"}) {
		t.Errorf("workspace %+v", w)
	}
	p, r := languagetest.Service(t, &Elixir, in)
	if _, inner := p.Dep("core"); inner || !p.Uses("phoenix", "ecto_sql") {
		t.Errorf("dependencies %+v", p.Deps)
	}
	if p.Version.Value != "~> 1.16" {
		t.Errorf("version %q", p.Version.Value)
	}
	if got := strings.Join(p.Start.Value.Command, " "); got != "bin/web start" {
		t.Errorf("start %q", got)
	}
	if last := r.Build.BuildCommands[len(r.Build.BuildCommands)-1]; last != "cd apps/web && mix release --overwrite" {
		t.Errorf("build %q", r.Build.BuildCommands)
	}
}

func TestElixirImage(t *testing.T) {
	for name, c := range map[string]struct {
		files        files
		build, start string
	}{
		"nothing":          {files{}, "elixir:1.18-otp-27", "debian:bookworm-slim"},
		"requirement":      {files{"elixir": "~> 1.15"}, "elixir:1.15-otp-26", "debian:bookworm-slim"},
		"old requirement":  {files{"elixir": "~> 1.12"}, "elixir:1.14-otp-26", "debian:bookworm-slim"},
		"any":              {files{"elixir": "~> 1.0"}, "elixir:1.18-otp-27", "debian:bookworm-slim"},
		"pinned":           {files{".tool-versions": "erlang 25.3\nelixir 1.14.5-otp-25\n"}, "elixir:1.14-otp-25", "debian:bullseye-slim"},
		"pinned and newer": {files{"elixir": "~> 1.14", ".tool-versions": "erlang 28.0\nelixir 1.19.0\n"}, "elixir:1.19-otp-28", "debian:trixie-slim"},
		"latest":           {files{"mise.toml": "[tools]\nelixir = \"latest\"\n"}, "elixir:1.18-otp-27", "debian:bookworm-slim"},
		"newer packages":   {files{"elixir": "~> 1.14", "mix.lock": `%{"phoenix": {:hex, :phoenix, "1.8.0", "x"}}`}, "elixir:1.15-otp-26", "debian:bookworm-slim"},
		"before images":    {files{".elixir-version": "1.4.5"}, "elixir:1.12-otp-24", "debian:bullseye-slim"},
	} {
		t.Run(name, func(t *testing.T) {
			project := ""
			if v := c.files["elixir"]; v != "" {
				project = `elixir: "` + v + `",`
				delete(c.files, "elixir")
			}
			c.files["mix.exs"] = mixFile(project, mixStarts, "")
			_, r := languagetest.Service(t, &Elixir, c.files)
			if r.Build.BaseImage != c.build || r.Runtime.BaseImage != c.start {
				t.Errorf("%s, %s; want %s, %s", r.Build.BaseImage, r.Runtime.BaseImage, c.build, c.start)
			}
		})
	}
}

func TestElixirMigrations(t *testing.T) {
	base := func() files {
		return files{
			"mix.exs": mixFile("", mixStarts, `{:ecto_sql, "~> 3.10"}`), "priv/repo/migrations/1_a.exs": "",
			"config/config.exs": "config :shop, ecto_repos: [Shop.Repo, Shop.Log]\n",
		}
	}
	plain, module, script := base(), base(), base()
	module["lib/shop/release.ex"] = "defmodule Shop.Release do\n  def migrate do\n  end\nend\n"
	script["rel/overlays/bin/migrate"] = "#!/bin/sh\n"
	for want, in := range map[string]files{
		"bin/shop eval 'Application.load(:shop); {:ok, _, _} = Ecto.Migrator.with_repo(Shop.Repo, &Ecto.Migrator.run(&1, :up, all: true)); " +
			"{:ok, _, _} = Ecto.Migrator.with_repo(Shop.Log, &Ecto.Migrator.run(&1, :up, all: true))'": plain,
		"bin/shop eval 'Shop.Release.migrate()'": module,
		"bin/migrate":                            script,
	} {
		p, _ := languagetest.Service(t, &Elixir, in)
		if got := p.Start.Value.Release; len(got) != 1 || got[0] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestElixirReleaseNames(t *testing.T) {
	for want, project := range map[string]string{
		"mix release --overwrite":       "",
		"mix release store --overwrite": "releases: [store: [include_executables_for: [:unix]]],",
		"mix release shop --overwrite":  "releases: [admin: [], shop: []],",
	} {
		_, r := languagetest.Service(t, &Elixir, files{"mix.exs": mixFile(project, mixStarts, "")})
		if got := r.Build.BuildCommands[len(r.Build.BuildCommands)-1]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestElixirWithoutDependenciesNeedsNoHex(t *testing.T) {
	_, r := languagetest.Service(t, &Elixir, files{"mix.exs": mixFile("", mixStarts, "")})
	if len(r.Build.Setup)+len(r.Build.PreBuildCommands) > 0 {
		t.Errorf("%q %q", r.Build.Setup, r.Build.PreBuildCommands)
	}
}
