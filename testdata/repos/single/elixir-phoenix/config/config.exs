import Config

config :shop, ecto_repos: [Shop.Repo]

config :shop, ShopWeb.Endpoint,
  adapter: Bandit.PhoenixAdapter,
  url: [host: "localhost"]

config :esbuild,
  version: "0.17.11",
  shop: [
    args: ~w(js/app.js --bundle --outdir=../priv/static/assets),
    cd: Path.expand("../assets", __DIR__)
  ]

import_config "#{config_env()}.exs"
