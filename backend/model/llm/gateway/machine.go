package gateway

import (
	"context"
	"errors"
	"time"

	"aipack/backend/model/hardware"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp"
)

// mostDeviceLook bounds the question which devices can be opened: a driver may
// hang.
const mostDeviceLook = 15 * time.Second

// Machine looks at this computer, and asks llama.cpp in a process of its own
// which devices it can open.
func Machine(ctx context.Context) (hardware.Picture, hardware.Decision) {
	ctx, cancel := context.WithTimeout(ctx, mostDeviceLook)
	defer cancel()
	asked := make(chan []hardware.Device, 1)
	trouble := ""
	go func() {
		list, err := llamacpp.Devices(ctx, llamacpp.Options{})
		if err != nil {
			trouble = plainly(err)
		}
		asked <- devicesOf(list)
	}()
	picture := hardware.Look("")
	devices := <-asked // and with them trouble
	return picture, hardware.Decide(picture, devices, trouble)
}

func devicesOf(list []llamacpp.Device) []hardware.Device {
	out := make([]hardware.Device, 0, len(list))
	for _, d := range list {
		out = append(out, hardware.Device{
			Name: d.Name, Description: d.Description, Type: d.Type, Free: int64(min(d.FreeBytes, 1<<62)),
			Total: int64(min(d.TotalBytes, 1<<62)),
		})
	}
	return out
}

// plainly says an error without the provider's name before it.
func plainly(err error) string {
	var e *llm.Error
	if errors.As(err, &e) {
		if e.Hint != "" {
			return e.Message + "; " + e.Hint
		}
		return e.Message
	}
	return err.Error()
}
