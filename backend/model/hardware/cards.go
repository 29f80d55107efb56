//go:build linux || windows

package hardware

import (
	"log/slog"
	"strings"

	"github.com/jaypipes/ghw"
)

// cards asks ghw twice: GPU knows what draws, Accelerator what only computes,
// such as a data centre's cards. Neither is asked without a list of the names
// of PCI devices (pci.ids), which ghw cannot do without.
func cards(root string) ([]Card, string) {
	options := asking(root)
	var list []Card
	gpus, err := ghw.GPU(options...)
	if err != nil {
		return unnamed(root, err)
	}
	for _, c := range gpus.GraphicsCards {
		card := Card{Address: c.Address, Name: "an unnamed card", Kind: "graphics"}
		if d := c.DeviceInfo; d != nil {
			card.Name, card.Driver = d.Product.Name, d.Driver
			card.Vendor = either(vendorName(d.Vendor.ID), d.Vendor.Name)
			card.Name = either(named(card.Name), "device "+d.Product.ID)
		}
		list = append(list, card)
	}
	computing, err := ghw.Accelerator(options...)
	if err == nil {
		for _, c := range computing.Devices {
			card := Card{Address: c.Address, Name: "an unnamed accelerator", Kind: "accelerator"}
			if d := c.PCIDevice; d != nil {
				card.Driver = d.Driver
				card.Vendor = either(vendorName(d.Vendor.ID), d.Vendor.Name)
				card.Name = either(named(d.Product.Name), "device "+d.Product.ID)
			}
			list = append(list, card)
		}
	}
	return inOrder(list), ""
}

// named drops ghw's word for what is not in its list.
func named(s string) string {
	if strings.EqualFold(s, "unknown") {
		return ""
	}
	return s
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// asking is how ghw is asked: of this folder's files, without a word on the
// standard error (its own switch for warnings does not hold for all of them).
func asking(root string) []any {
	options := []any{ghw.WithLogger(slog.New(slog.DiscardHandler)), ghw.WithDisableTopology(), ghw.WithDisableTools()}
	if root != "" {
		options = append(options, ghw.WithChroot(root))
	}
	return options
}
