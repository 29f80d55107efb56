defmodule ShopWeb.Endpoint do
  use Phoenix.Endpoint, otp_app: :shop

  plug Plug.Static, at: "/", from: :shop, gzip: true
  plug Plug.Parsers, parsers: [:urlencoded, :json], json_decoder: Jason
  plug ShopWeb.Router
end
