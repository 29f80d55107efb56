package native

// Device is something that ggml can compute on.
type Device struct {
	Name        string // "CPU", "Vulkan0", "CUDA0", "Metal"
	Description string // as the driver names it
	Type        string // "cpu", "gpu", "igpu", "accelerator", "other"
	FreeBytes   uint64
	TotalBytes  uint64

	handle uintptr
}

// GPU says whether model layers can be put on the device.
func (d Device) GPU() bool { return d.Type == "gpu" || d.Type == "igpu" }

// Devices lists the devices in ggml's order, its own order of preference.
func (l *Library) Devices() []Device {
	var list []Device
	for i := range l.deviceCount() {
		h := l.deviceAt(i)
		if h == 0 {
			continue
		}
		var free, total uintptr
		l.deviceMemory(h, &free, &total)
		list = append(list, Device{
			Name: l.deviceName(h), Description: l.deviceText(h), Type: deviceType(l.deviceType(h)),
			FreeBytes: uint64(free), TotalBytes: uint64(total), handle: h,
		})
	}
	return list
}

// deviceType reads ggml_backend_dev_type (ggml-backend.h).
func deviceType(t int32) string {
	switch t {
	case 0:
		return "cpu"
	case 1:
		return "gpu"
	case 2:
		return "igpu"
	case 3:
		return "accelerator"
	}
	return "other"
}
