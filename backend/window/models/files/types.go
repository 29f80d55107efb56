package files

import "aipack/backend/window/page"

// HardwareInfo is what this computer has for inference, and what was chosen.
type HardwareInfo struct {
	OS               string       `json:"os"`
	Arch             string       `json:"arch"`
	CPU              CPUInfo      `json:"cpu"`
	Memory           MemoryInfo   `json:"memory"`
	Cards            []CardInfo   `json:"cards"`
	CardsUnknown     string       `json:"cards_unknown"`
	Devices          []DeviceInfo `json:"devices"`
	Backend          string       `json:"backend"` // metal, cuda, vulkan, cpu
	Engine           string       `json:"engine"`
	EngineProblem    *page.Fault  `json:"engine_problem"`
	Looked           []string     `json:"looked"` // where for the engine, if it was not found
	InferenceThreads int          `json:"inference_threads"`
	Why              []string     `json:"why"`
	Disk             DiskInfo     `json:"disk"`
}

// CPUInfo is the processor.
type CPUInfo struct {
	Model         string  `json:"model"`
	PhysicalCores int     `json:"physical_cores"`
	Threads       int     `json:"threads"`
	Limit         float64 `json:"limit"` // cores that a container allows, 0 for none
}

// MemoryInfo is counted in bytes.
type MemoryInfo struct {
	Total     int64 `json:"total"`
	Available int64 `json:"available"`
	Limit     int64 `json:"limit"` // of a container, 0 for none
	Usable    int64 `json:"usable"`
}

// CardInfo is a graphics card or accelerator on the bus.
type CardInfo struct {
	Name   string `json:"name"`
	Vendor string `json:"vendor"`
	Driver string `json:"driver"`
	Kind   string `json:"kind"` // graphics, accelerator
}

// DeviceInfo is something that inference could compute on.
type DeviceInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Backend     string `json:"backend"`
	Free        int64  `json:"free"`
	Total       int64  `json:"total"`
	Chosen      bool   `json:"chosen"`
	Why         string `json:"why"`
}

// DiskInfo is the disk that holds the models.
type DiskInfo struct {
	Path string `json:"path"`
	Free int64  `json:"free"`
}

// ModelFiles are the models that are here or could be.
type ModelFiles struct {
	Folder       string      `json:"folder"`
	DiskFree     int64       `json:"disk_free"`
	MemoryUsable int64       `json:"memory_usable"`
	Recommended  string      `json:"recommended"`
	Why          string      `json:"why"`
	Models       []ModelFile `json:"models"`
}

// ModelFile is one model.
type ModelFile struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	File          string `json:"file"`
	Path          string `json:"path"`
	Bytes         int64  `json:"bytes"`
	Need          int64  `json:"need"`
	Context       int    `json:"context"`
	Parameters    string `json:"parameters"`
	Quantisation  string `json:"quantisation"`
	Architecture  string `json:"architecture"`
	Licence       string `json:"licence"`
	LicenceURL    string `json:"licence_url"`
	NonCommercial bool   `json:"non_commercial"`
	Own           bool   `json:"own"`
	InPlace       bool   `json:"in_place"`
	State         string `json:"state"` // absent, part, downloading, ready, missing, damaged
	Fit           string `json:"fit"`   // good, slow, tight, no
	FitText       string `json:"fit_text"`
	Recommended   bool   `json:"recommended"`
	Offered       bool   `json:"offered"` // one of the few to show to somebody who begins

	Made   string      `json:"made"`   // what its maker made it for, "" where nobody says
	Answer float64     `json:"answer"` // seconds that an answer takes on the processor, by estimate; 0 where not known
	OnGPU  bool        `json:"on_gpu"` // it fits the GPU whole
	Memory []MemoryFor `json:"memory"` // what it needs, by the tokens of a conversation
}

// MemoryFor is what a model needs with a conversation of so many tokens.
type MemoryFor struct {
	Tokens int   `json:"tokens"`
	Bytes  int64 `json:"bytes"`
}

// ModelCheck says whether a file is as it was published.
type ModelCheck struct {
	OK      bool   `json:"ok"`
	Message string `json:"message"`
}

// DownloadRow is a download as it stands.
type DownloadRow struct {
	ID        string      `json:"id"`
	Name      string      `json:"name"`
	File      string      `json:"file"`
	State     string      `json:"state"`
	Done      int64       `json:"done"`
	Total     int64       `json:"total"`
	Rate      int64       `json:"rate"`
	EtaS      int64       `json:"eta_s"` // -1 while not known
	Attempt   int         `json:"attempt"`
	Why       string      `json:"why"`     // while it waits for the next try: why the last one failed
	PauseS    int64       `json:"pause_s"` // and how long the wait is
	Error     *page.Fault `json:"error"`
	UpdatedAt int64       `json:"updated_at"`
}

// DownloadBatch is the payload of the "download" event.
type DownloadBatch struct {
	Downloads []DownloadRow `json:"downloads"`
}
