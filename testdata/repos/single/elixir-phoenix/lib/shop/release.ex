defmodule Shop.Release do
  @moduledoc "What runs once per release, without Mix."

  def migrate do
    Application.load(:shop)
    {:ok, _, _} = Ecto.Migrator.with_repo(Shop.Repo, &Ecto.Migrator.run(&1, :up, all: true))
  end
end
