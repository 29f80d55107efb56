#* Rolls a die
#* @get /roll
function() {
  list(eyes = sample.int(as.integer(Sys.getenv("SIDES", "6")), 1))
}

#* Says that all is well
#* @get /health
function() {
  list(status = "ok")
}
