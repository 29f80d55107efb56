class NotesController < ApplicationController
  def index
    render json: ActiveRecord::Base.connection.select_values("SELECT text FROM notes ORDER BY id")
  end

  def create
    CountJob.perform_later(params.require(:text))
    head :accepted
  end
end
