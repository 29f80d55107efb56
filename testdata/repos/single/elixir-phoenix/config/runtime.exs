import Config

if System.get_env("PHX_SERVER") do
  config :shop, ShopWeb.Endpoint, server: true
end

if config_env() == :prod do
  config :shop, Shop.Repo, url: System.fetch_env!("DATABASE_URL")

  config :shop, ShopWeb.Endpoint,
    url: [host: System.get_env("PHX_HOST") || "example.com", port: 443, scheme: "https"],
    http: [ip: {0, 0, 0, 0}, port: String.to_integer(System.get_env("PORT") || "4000")],
    secret_key_base: System.fetch_env!("SECRET_KEY_BASE")
end
