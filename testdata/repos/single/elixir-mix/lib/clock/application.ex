defmodule Clock.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _args) do
    Supervisor.start_link(
      [
        {Task.Supervisor, name: Clock.Requests},
        {Clock.Server, port: Application.fetch_env!(:clock, :port)}
      ],
      strategy: :one_for_one,
      name: Clock.Supervisor
    )
  end
end
