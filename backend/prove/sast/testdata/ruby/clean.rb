require 'digest'
require 'jwt'
require 'net/http'
require 'open3'
require 'securerandom'
require 'yaml'

class TidyController < ApplicationController
  protect_from_forgery with: :exception # clean: aipack.ruby.csrf
  skip_before_action :authenticate_user!, only: :index # clean: aipack.ruby.csrf

  FEEDS = { "news" => "https://example.org/news" }.freeze
  TABLE = "orders".freeze

  def user
    @users = User.where("name = ?", params[:name]) # clean: aipack.ruby.sql
    @more = User.where(name: params[:name]) # clean: aipack.ruby.sql
    @one = User.find(params[:id]) # clean: aipack.ruby.sql
  end

  def count
    ActiveRecord::Base.connection.execute("SELECT COUNT(*) FROM #{TABLE}") # clean: aipack.ruby.sql
  end

  def page
    @rows = Product.where("id > #{params[:after].to_i}") # clean: aipack.ruby.sql
  end

  def quoted
    name = ActiveRecord::Base.connection.quote(params[:name])
    Product.find_by_sql("SELECT * FROM products WHERE name = #{name}") # clean: aipack.ruby.sql
  end

  def ping
    system("ping", "-c", "1", params[:host]) # clean: aipack.ruby.command
    Open3.capture2("convert", "in.png", "-resize", params[:size], "out.png") # clean: aipack.ruby.command
    system("make all") # clean: aipack.ruby.command
  end

  def hello
    render html: helpers.tag.h1("Hello #{params[:name]}") # clean: aipack.ruby.xss
    @icon = "<i class='icon'></i>".html_safe # clean: aipack.ruby.xss
    @name = ERB::Util.html_escape(params[:name]).html_safe # clean: aipack.ruby.xss
    render plain: params[:name] # clean: aipack.ruby.xss
  end

  def download
    send_file Rails.root.join("files", File.basename(params[:file])) # clean: aipack.ruby.path
    send_data Report.find(params[:id]).pdf # clean: aipack.ruby.path
  end

  def settings
    @settings = YAML.safe_load(params[:yaml]) # clean: aipack.ruby.deserialise
    @cache = Marshal.load(Rails.cache.read("x")) # clean: aipack.ruby.deserialise
  end

  def call
    render json: Report.new.public_send(:total) # clean: aipack.ruby.eval
  end

  def etag_of(body)
    Digest::MD5.hexdigest(body) # clean: aipack.ruby.hash
  end

  def register
    @user.password_digest = BCrypt::Password.create(params[:password]) # clean: aipack.ruby.hash
  end

  def rates
    http = Net::HTTP.new("rates.internal", 443)
    http.verify_mode = OpenSSL::SSL::VERIFY_PEER # clean: aipack.ruby.tls
    http.get("/today")
  end

  def feed
    render plain: Net::HTTP.get(URI(FEEDS.fetch(params[:feed]))) # clean: aipack.ruby.ssrf
  end

  def city
    render plain: Net::HTTP.get(URI("https://geo.example.org/cities/#{params[:id]}")) # clean: aipack.ruby.ssrf
  end

  def done
    redirect_to orders_path(saved: params[:id]) # clean: aipack.ruby.redirect
    redirect_to "/orders/#{params[:id]}" # clean: aipack.ruby.redirect
    redirect_to Order.find(params[:id]) # clean: aipack.ruby.redirect
  end

  def session_token(user)
    JWT.encode({ sub: user.id }, Rails.application.secret_key_base, "HS256") # clean: aipack.ruby.jwt
  end

  def reset_token
    token = SecureRandom.hex(32) # clean: aipack.ruby.random
    color = %w[red green].sample # clean: aipack.ruby.random
    [token, color]
  end
end
