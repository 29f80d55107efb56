defmodule Shop.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _args) do
    Supervisor.start_link([Shop.Repo, ShopWeb.Endpoint], strategy: :one_for_one, name: Shop.Supervisor)
  end
end
