package scan

// readManifests reads what is shown to a model and to the user: the first
// manifests, each up to a size. Locks say nothing that is worth the room.
func (s *scanner) readManifests() {
	shown := 0
	for i := range s.Manifests {
		m := &s.Manifests[i]
		if m.Lock {
			continue
		}
		if shown == s.limits.Shown || s.expired() {
			return
		}
		shown++
		text, cut, err := s.Reader.Repo.ReadTextHead(m.Path, s.limits.ShownBytes)
		if err == nil {
			m.Size, err = s.Reader.Repo.Size(m.Path)
		}
		if err != nil {
			s.unread = append(s.unread, m.Path)
			continue
		}
		m.Content, m.Cut, m.Shown = text, cut, true
	}
}
