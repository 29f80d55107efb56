package projects

// FolderInfo judges a path before it is analysed.
type FolderInfo struct {
	Path     string `json:"path"`
	Name     string `json:"name"`
	Exists   bool   `json:"exists"`
	IsFolder bool   `json:"is_folder"`
	Kind     string `json:"kind"` // project, home, root, file
	Parent   string `json:"parent"`
	Message  string `json:"message"`
}

// Sample is a project that comes with aipack.
type Sample struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Language string `json:"language"`
}
