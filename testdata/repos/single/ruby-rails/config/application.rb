require_relative "boot"
require "rails/all"

Bundler.require(*Rails.groups)

module Notes
  class Application < Rails::Application
    config.load_defaults 8.0
    config.active_job.queue_adapter = :solid_queue
  end
end
