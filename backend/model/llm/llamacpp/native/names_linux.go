package native

// parts are the libraries in the order in which they need each other.
var parts = []string{"libggml-base", "libggml", "libllama"}

const suffix = ".so"
