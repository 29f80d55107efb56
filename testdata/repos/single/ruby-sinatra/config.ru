require_relative "app"

run Guestbook
