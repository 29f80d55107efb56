class CountJob < ActiveJob::Base
  def perform(text)
    logger.info("a note of #{text.length} letters")
  end
end
