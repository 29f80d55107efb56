require "json"
require "pg"
require "sinatra/base"
require_relative "worker"

# A guest book in PostgreSQL; mails are sent by a worker.
class Guestbook < Sinatra::Base
  configure do
    set :database, PG.connect(ENV.fetch("DATABASE_URL")) if ENV["DATABASE_URL"]
  end

  get "/healthz" do
    content_type :json
    { status: "ok" }.to_json
  end

  get "/" do
    settings.database.exec("SELECT name FROM guests ORDER BY id").map { |row| row["name"] }.to_json
  end

  post "/guests" do
    settings.database.exec_params("INSERT INTO guests (name) VALUES ($1)", [params["name"]])
    Thanks.perform_async(params["name"])
    status 201
  end
end
