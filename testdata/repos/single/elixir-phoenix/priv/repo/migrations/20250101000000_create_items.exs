defmodule Shop.Repo.Migrations.CreateItems do
  use Ecto.Migration

  def change do
    create table(:items) do
      add :name, :text, null: false
    end
  end
end
