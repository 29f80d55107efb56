package worker

import "os"

// KillGroup ends a process that was bound. It may have ended already.
func KillGroup(p *os.Process) { _ = p.Kill() }
