import Config

config :till, port: String.to_integer(System.get_env("PORT") || "4100")
