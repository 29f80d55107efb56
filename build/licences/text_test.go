package main

import (
	"strings"
	"testing"
)

func TestLicencesAreKnownByTheirText(t *testing.T) {
	for want, text := range map[string]string{
		"MIT":          "Copyright (c) 2020 A\n\n" + mit,
		"Apache-2.0":   "                                 Apache License\n                           Version 2.0, January 2004",
		"MPL-2.0":      "Mozilla Public License, version 2.0\n\n1. Definitions",
		"BSD-3-Clause": "Redistribution and use in source and binary forms, with or without\nmodification, are permitted. Neither the name of X nor the names",
		"BSD-2-Clause": "Redistribution and use in source and binary forms, with or without\nmodification, are permitted.",
		"ISC":          "Permission to use, copy, modify, and/or distribute this software for any",
		"GPL-3.0":      "GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007",
		"":             "All rights reserved.",
	} {
		if got := spdx(text); got != want {
			t.Errorf("%q is %q, wanted %q", text[:20], got, want)
		}
	}
}

// TestTextsAreWrittenOnce: two who use the same licence share its text, and
// each keeps its own copyright.
func TestTextsAreWrittenOnce(t *testing.T) {
	parts := []part{
		{Kind: "Go module", Name: "a", Version: "v1", Licence: "MIT", Texts: []string{"MIT License\n\nCopyright (c) 2020 Ada\n\n" + mit}},
		{Kind: "Go module", Name: "b", Version: "v2", Licence: "MIT", Texts: []string{"MIT License\n\nCopyright 2021 Bob\n\n" + mit}, Notices: []string{"Made by Bob."}},
	}
	all := string(document(parts, true))
	for want, n := range map[string]int{"Copyright (c) 2020 Ada": 1, "Copyright 2021 Bob": 1, "Permission is hereby granted": 1, "    Made by Bob.": 1, "(text 1)": 2, "## Text ": 1} {
		if got := strings.Count(all, want); got != n {
			t.Errorf("%q stands %d times, wanted %d", want, got, n)
		}
	}
	if list := string(document(parts, false)); strings.Contains(list, "Permission") || !strings.Contains(list, "- **b** v2, MIT\n") {
		t.Errorf("the list is %q", list)
	}
}
