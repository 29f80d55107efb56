package b

// Name is the name of the package.
const Name = "b"
