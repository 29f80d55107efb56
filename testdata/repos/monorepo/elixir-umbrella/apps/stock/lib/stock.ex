defmodule Stock do
  @moduledoc "How many papers are left."
  use Agent

  def start_link(_options), do: Agent.start_link(fn -> 12 end, name: __MODULE__)

  def count, do: Agent.get(__MODULE__, & &1)
end
