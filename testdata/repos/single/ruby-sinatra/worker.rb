require "sidekiq"

redis = { url: ENV.fetch("REDIS_URL", "redis://localhost:6379/0") }
Sidekiq.configure_server { |config| config.redis = redis }
Sidekiq.configure_client { |config| config.redis = redis }

# Thanks a guest.
class Thanks
  include Sidekiq::Job

  def perform(name)
    logger.info("thank you, #{name}")
  end
end
