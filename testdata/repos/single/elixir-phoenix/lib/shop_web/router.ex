defmodule ShopWeb.Router do
  use Phoenix.Router

  get "/health", ShopWeb.HealthController, :show
end
