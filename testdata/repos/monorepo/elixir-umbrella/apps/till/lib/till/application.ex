defmodule Till.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _args) do
    Supervisor.start_link([Till.Server], strategy: :one_for_one, name: Till.Supervisor)
  end
end
