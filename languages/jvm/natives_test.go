package jvm

import "testing"

func TestWhatDrawsText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"import java.awt.Font;": true, "import java.awt.Graphics2D": true, "import java.awt.font.TextLayout;": true, "        var g = image.createGraphics();": true,
		"import java.awt.Color;": false, "import java.awt.geom.Point2D;": false, "import java.awt.image.BufferedImage;": false, "import acme.java.awt.Font;": false, "import java.awt.FontSize;": false,
	} {
		if got := drawsText.Matches(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
