// Package onboarding is the first steps: how aipack is to think, on this computer, in
// the cloud, or by rules alone, with what was found for each.
package onboarding
