import Config

config :shop, ShopWeb.Endpoint, cache_static_manifest: "priv/static/cache_manifest.json"
config :logger, level: :info
