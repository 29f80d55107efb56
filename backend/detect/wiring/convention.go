package wiring

// conventions are what frameworks read by themselves, whether or not the
// program names it.
var conventions = []func(Program) []Value{spring, quarkus, micronaut, laravel, rails, django}
