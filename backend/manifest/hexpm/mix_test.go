package hexpm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sampleMix = `defmodule Shop.MixProject do
  use Mix.Project

  @version "1.2.0"
  @moduledoc """
  elixir: "~> 0.1"
  """

  def project do
    [
      app: :shop,
      version: @version,
      # elixir: "~> 1.0",
      elixir: "~> 1.15",
      aliases: aliases(),
      deps: deps(),
      releases: [
        shop: [include_executables_for: [:unix]]
      ]
    ]
  end

  def application do
    [mod: {Shop.Application, []}, extra_applications: [:logger]]
  end

  defp deps do
    [
      {:phoenix, "~> 1.7.14"},
      {:postgrex, ">= 0.0.0"},
      # {:dep_from_hexpm, "~> 0.3.0"},
      {:credo, "~> 1.7", only: [:dev, :test], runtime: false},
      {:ex_doc, "~> 0.30", only: ~w(dev)a},
      {:heroicons, github: "tailwindlabs/heroicons", sparse: "optimized", compile: false},
      {:core, path: "../core"},
      {:web, in_umbrella: true}
    ]
  end

  defp aliases do
    [
      setup: ["deps.get", "ecto.setup"],
      "assets.deploy": ["tailwind shop --minify", "phx.digest"]
    ]
  end
end
`

func TestParseMix(t *testing.T) {
	got, err := ParseMix(sampleMix)
	if err != nil {
		t.Fatal(err)
	}
	want := Mix{
		App: "shop", Version: "1.2.0", Elixir: "~> 1.15", Line: 14, HasMod: true,
		Releases: []string{"shop"}, Aliases: []string{"assets.deploy", "setup"},
		Deps: []MixDep{
			{Name: "core", Path: "../core", Line: 35},
			{Name: "credo", Constraint: "~> 1.7", Only: []string{"dev", "test"}, Line: 32},
			{Name: "ex_doc", Constraint: "~> 0.30", Only: []string{"dev"}, Line: 33},
			{Name: "heroicons", Line: 34},
			{Name: "phoenix", Constraint: "~> 1.7.14", Line: 29},
			{Name: "postgrex", Constraint: ">= 0.0.0", Line: 30},
			{Name: "web", InUmbrella: true, Line: 36},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestMixGathersDependencies(t *testing.T) {
	for name, value := range map[string]string{
		"sum":     `base() ++ [{:plug, "~> 1.0"}] ++ dev()`,
		"wrapped": `with_lock(base() ++ dev() ++ [{:plug, "~> 1.0"}])`,
	} {
		t.Run(name, func(t *testing.T) {
			m, _ := ParseMix("def project do\n [app: :a, deps: " + value + ", version: \"1\"]\nend\n" +
				"defp base do\n [{:bandit, \"1\"}]\nend\ndefp dev, do: [{:credo, \"1\", only: :dev}]\ndefp with_lock(x), do: x\n")
			var names []string
			for _, d := range m.Deps {
				names = append(names, d.Name)
			}
			if d := cmp.Diff([]string{"bandit", "credo", "plug"}, names); d != "" || m.Version != "1" {
				t.Error(d, m.Version)
			}
		})
	}
}

func TestParseMixLock(t *testing.T) {
	got, _ := ParseMixLock(`%{
  "bandit": {:hex, :bandit, "1.5.7", "6856b1e1df4f2b0cb3df1377eab7891bec2da6a7fd69dc78594ad3e152363a50", [:mix], [{:hpax, "~> 1.0.0", [hex: :hpax]}], "hexpm", "f2dd92ae"},
  "heroicons": {:git, "https://github.com/tailwindlabs/heroicons.git", "88ab3a0d790e6a47404cba02800a6b25d2afae50", [tag: "v2.1.1"]},
}
`)
	want := map[string]string{"bandit": "1.5.7", "heroicons": "88ab3a0d790e6a47404cba02800a6b25d2afae50"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func FuzzMix(f *testing.F) {
	f.Add(sampleMix)
	f.Add("deps: [{:a")
	f.Add("~w(")
	f.Fuzz(func(t *testing.T, src string) {
		if _, err := ParseMix(src); err != nil {
			t.Fatal(err)
		}
		if _, err := ParseMixLock(src); err != nil {
			t.Fatal(err)
		}
	})
}
