"""drag.py ADDRESS X Y: a small window at X,Y from which a file's address can be dragged."""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

address, x, y = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
window = Gtk.Window(title="drag-source")
window.set_decorated(False)
window.set_keep_above(True)
window.set_default_size(90, 50)
box = Gtk.EventBox()
box.add(Gtk.Label(label="folder"))
window.add(box)
box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [Gtk.TargetEntry.new("text/uri-list", 0, 0)], Gdk.DragAction.COPY)
box.connect("drag-data-get", lambda _w, _c, data, _i, _t: data.set_uris([address]))
box.connect("drag-begin", lambda *_: print("the drag begins", flush=True))
box.connect("drag-end", lambda *_: Gtk.main_quit())
window.show_all()
window.move(x, y)
print("the drag source is up", flush=True)
Gtk.main()
