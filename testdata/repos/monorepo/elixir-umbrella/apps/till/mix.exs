defmodule Till.MixProject do
  use Mix.Project

  def project do
    [
      app: :till,
      version: "0.1.0",
      build_path: "../../_build",
      config_path: "../../config/config.exs",
      deps_path: "../../deps",
      lockfile: "../../mix.lock",
      elixir: "~> 1.14",
      start_permanent: Mix.env() == :prod,
      deps: [{:stock, in_umbrella: true}]
    ]
  end

  def application do
    [extra_applications: [:logger], mod: {Till.Application, []}]
  end
end
