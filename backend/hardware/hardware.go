// Package hardware says what this computer has for inference: memory, cores,
// graphics cards. What inference then uses is decided by the devices that its
// own library can open; the picture explains them.
package hardware
