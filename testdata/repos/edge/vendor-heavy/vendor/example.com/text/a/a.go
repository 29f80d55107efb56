package a

// Name is the name of the package.
const Name = "a"
