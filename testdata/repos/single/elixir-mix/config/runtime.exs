import Config

config :clock,
  port: String.to_integer(System.get_env("PORT") || "4040"),
  zone: System.get_env("ZONE", "UTC")
