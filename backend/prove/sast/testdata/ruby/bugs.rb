require 'digest'
require 'erb'
require 'jwt'
require 'net/http'
require 'open-uri'
require 'openssl'
require 'yaml'

class ShopController < ApplicationController
  skip_before_action :verify_authenticity_token # bug: aipack.ruby.csrf

  def user
    @users = User.where("name = '#{params[:name]}'") # bug: aipack.ruby.sql
  end

  def orders
    status = params[:status]
    rows = ActiveRecord::Base.connection.execute("SELECT id FROM orders WHERE status = '" + status + "'") # bug: aipack.ruby.sql
    render json: rows
  end

  def sorted
    @products = Product.order(Arel.sql(params[:sort])) # bug: aipack.ruby.sql
  end

  def customer(email)
    Customer.find_by_sql("SELECT * FROM customers WHERE email = '#{email}'") # bug: aipack.ruby.sql
  end

  def ping
    system("ping -c 1 #{params[:host]}") # bug: aipack.ruby.command
  end

  def thumb
    size = params[:size]
    render plain: `convert in.png -resize #{size} out.png` # bug: aipack.ruby.command
  end

  def hello
    render html: "<h1>Hello #{params[:name]}</h1>".html_safe # bug: aipack.ruby.xss
  end

  def card
    title = params[:title]
    @card = raw("<b>" + title + "</b>") # bug: aipack.ruby.xss
  end

  def page
    render inline: "<p>" + params[:text] + "</p>" # bug: aipack.ruby.xss
  end

  def download
    send_file Rails.root.join("files", params[:file]) # bug: aipack.ruby.path
  end

  def note
    render plain: File.read("notes/" + params[:name]) # bug: aipack.ruby.path
  end

  def cart
    @cart = Marshal.load(cookies[:cart]) # bug: aipack.ruby.deserialise
  end

  def settings
    @settings = YAML.unsafe_load(params[:yaml]) # bug: aipack.ruby.deserialise
  end

  def calc
    render plain: eval(params[:term]) # bug: aipack.ruby.eval
  end

  def call
    render json: Report.new.send(params[:name]) # bug: aipack.ruby.eval
  end

  def register
    @user.password_hash = Digest::MD5.hexdigest(params[:password]) # bug: aipack.ruby.hash
  end

  def self.hash_of(password, salt)
    Digest::SHA1.hexdigest(salt + password) # bug: aipack.ruby.hash
  end

  def rates
    http = Net::HTTP.new("rates.internal", 443)
    http.use_ssl = true
    http.verify_mode = OpenSSL::SSL::VERIFY_NONE # bug: aipack.ruby.tls
    http.get("/today")
  end

  def preview
    url = params[:url]
    render plain: Net::HTTP.get(URI(url)) # bug: aipack.ruby.ssrf
  end

  def feed
    render plain: URI.open(params[:feed]).read # bug: aipack.ruby.ssrf
  end

  def login
    redirect_to params[:next] # bug: aipack.ruby.redirect
  end

  def session_token(user)
    JWT.encode({ sub: user.id }, "shop-secret-2024", "HS256") # bug: aipack.ruby.jwt
  end

  def reset_token
    token = rand(36**32).to_s(36) # bug: aipack.ruby.random
    token
  end

  def api_key
    self.api_key = Array.new(32) { [*"a".."z"].sample }.join # bug: aipack.ruby.random
  end
end

Rails.application.configure do
  config.consider_all_requests_local = true # bug: aipack.ruby.debug
end
