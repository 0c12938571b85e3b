"""Shows plots and pictures in a tui that listens: `tui --listen auto` in another pane. Needs only the standard library.

    MPLBACKEND=module://tui_pane python3 plot.py      plt.show() shows each figure; with plt.ion(), plt.pause() and plt.draw() update it

    import tui_pane
    tui_pane.show(picture, caption="epoch 3", key="sample")      an array, a tensor, a PIL image, a figure, PNG bytes or a path
    tui_pane.ask("Which one?", "a.png", "b.png")                 the number of the choice from 0, or None
    tui_pane.marks()                                             the paths of the marked pictures
    tui_pane.look()                                              what is seen, as PNG bytes

What is shown again with the same key takes the place of the picture before. Files are kept in a new folder in $TMPDIR, which the
system clears. Without a tui, `show` warns once and does nothing, so that a long computation goes on.
"""

import glob, json, os, re, shutil, socket, struct, sys, tempfile, warnings, zlib

NAME = os.path.basename(sys.argv[0] or "python") or "python"
_folder, _count = None, 0


class NobodyListens(Exception):
    """No tui listens."""


class _Client:
    def __init__(self, path=None):
        runtime = os.environ.get("XDG_RUNTIME_DIR", "")
        folder = os.path.join(runtime, "tui") if runtime.startswith("/") else f"/tmp/tui-{os.geteuid()}"
        chosen = path or os.environ.get("TUI_PANE_SOCKET")
        if chosen:
            paths = [chosen if "/" in chosen else os.path.join(folder, chosen)]
        else:
            paths = sorted(glob.glob(glob.escape(folder) + "/*"), key=lambda each: -os.lstat(each).st_mtime)
        for each in paths:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(30)
            try:
                self.socket.connect(each)
                self.lines = self.socket.makefile("r", encoding="utf-8")
                self.message()
                self.request("introduce", name=NAME[:60])
                return
            except OSError:
                self.socket.close()
        raise NobodyListens("no tui listens; run: tui --listen auto")

    def message(self):
        line = self.lines.readline()
        if not line:
            raise NobodyListens("tui has ended")
        return json.loads(line)

    def send(self, command, **fields):
        fields = {name: value for name, value in fields.items() if value is not None}
        self.socket.sendall(json.dumps({"command": command, **fields}).encode() + b"\n")

    def request(self, command, **fields):
        """The reply; reports before it are dropped."""
        self.send(command, **fields)
        while True:
            message = self.message()
            if "error" in message:
                raise ValueError(message["message"])
            if message.get("reply") == command:
                return message

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lines.close()
        self.socket.close()


def show(thing, caption=None, key=None, group=None, go=True):
    """Shows a picture; with a key, in the place of the last one with that key."""
    path = _file(thing, key)
    replace = f"{NAME}-{os.getpid()}-{key}" if key is not None else None
    try:
        with _Client() as client:
            client.request("add", sources=[path], go=go, caption=caption, group=group, replace=replace)
    except NobodyListens as reason:
        warnings.warn(f"tui_pane: {reason}", stacklevel=2)


def ask(question, *things):
    """The number of the chosen picture, from 0; None if the user chose none."""
    with _Client() as client:
        client.request("subscribe")
        number = client.request("ask", question=question, sources=[_file(thing) for thing in things])["ask"]
        client.socket.settimeout(None)
        while True:
            message = client.message()
            if message.get("report") == "answer" and message["ask"] == number:
                return message["slide"]["number"] - 1 if "slide" in message else None


def marks():
    """The paths or URLs of the marked pictures."""
    found, after = [], 0
    with _Client() as client:
        while True:
            slides = client.request("marks", after=after)["slides"]
            if not slides:
                return found
            found += [slide.get("path") or slide.get("url") or slide["name"] for slide in slides]
            after = slides[-1]["number"]


def look(side=1024):
    """What is seen of the current picture, as PNG bytes."""
    folder = tempfile.mkdtemp(prefix="tui-look-")
    try:
        path = os.path.join(folder, "seen.png")
        with _Client() as client:
            client.request("look", path=path, side=side)
        with open(path, "rb") as file:
            return file.read()
    finally:
        shutil.rmtree(folder)


def _file(thing, key=None):
    """The absolute path or the URL of a picture, which is written to a file if it is none."""
    global _folder, _count
    if isinstance(thing, (str, os.PathLike)):
        text = os.fspath(thing)
        return text if "://" in text else os.path.abspath(text)
    _folder = _folder or tempfile.mkdtemp(prefix="tui-pane-")
    _count += 1
    name = f"{_count}" if key is None else re.sub(r"[^A-Za-z0-9_-]", "_", f"{key}")[:80] + f"-{zlib.crc32(str(key).encode()):x}"
    path = os.path.join(_folder, name + ".png")
    if hasattr(thing, "savefig"):
        thing.savefig(path + ".part", format="png")
    elif hasattr(thing, "save") and hasattr(thing, "mode"):
        thing.save(path + ".part", "PNG")
    else:
        with open(path + ".part", "wb") as file:
            file.write(thing if isinstance(thing, bytes) else _png(thing))
    # tui never reads half a file.
    os.replace(path + ".part", path)
    return path


def _png(array):
    """The PNG of an array or a tensor: rows and columns of 1, 3 or 4 channels, whole numbers 0…255, or fractions 0…1."""
    if hasattr(array, "detach"):
        array = array.detach().cpu().numpy()
    if array.ndim == 3 and array.shape[0] in (1, 3, 4) and array.shape[2] not in (1, 3, 4):
        array = array.transpose(1, 2, 0)
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (1, 3, 4)):
        raise ValueError(f"not a picture: an array of shape {array.shape}")
    if array.dtype.kind in "fb":
        array = (array * 255.0 + 0.5).clip(0, 255)
    array = array.clip(0, 255).astype("uint8")
    height, width = array.shape[:2]
    color = {1: 0, 3: 2, 4: 6}[array.shape[2] if array.ndim == 3 else 1]
    rows, stride = array.tobytes(), array.size // max(1, height)
    data = b"".join(b"\0" + rows[row * stride : (row + 1) * stride] for row in range(height))

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, color, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data, 6)) + chunk(b"IEND", b"")


def _backend():
    """The classes that matplotlib looks for in a backend."""
    from matplotlib import _pylab_helpers, is_interactive
    from matplotlib.backend_bases import FigureManagerBase
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    hooks = []

    def draw_at_prompt():
        """IPython draws after each input. Python's own prompt calls a hook while it waits."""
        if hooks or not hasattr(sys, "ps1") or "IPython" in sys.modules:
            return
        import ctypes

        def draw():
            if is_interactive():
                for manager in _pylab_helpers.Gcf.get_all_fig_managers():
                    manager.push(go=not manager.is_sent)
            return 0

        hooks.append(ctypes.PYFUNCTYPE(ctypes.c_int)(draw))
        ctypes.c_void_p.in_dll(ctypes.pythonapi, "PyOS_InputHook").value = ctypes.cast(hooks[0], ctypes.c_void_p).value

    class FigureManager(FigureManagerBase):
        is_sent = False

        def push(self, go):
            figure = self.canvas.figure
            if self.is_sent and not figure.stale:
                return
            title = figure.get_suptitle() if hasattr(figure, "get_suptitle") else ""
            title = title or next((axes.get_title() for axes in figure.axes if axes.get_title()), "")
            show(figure, caption=title or self.get_window_title(), key=f"figure {self.num}", go=go)
            figure.stale, self.is_sent = False, True

        def show(self):
            self.push(go=not self.is_sent)

        @classmethod
        def pyplot_show(cls, *, block=None):
            for manager in _pylab_helpers.Gcf.get_all_fig_managers():
                manager.show()

    class FigureCanvas(FigureCanvasAgg):
        manager_class = FigureManager

        def draw_idle(self, *args, **kwargs):
            # Changes within a statement wait for its end, the next prompt or plt.pause().
            if self._is_idle_drawing:
                draw_at_prompt()
            elif self.manager:
                self.manager.push(go=not self.manager.is_sent)

        def start_event_loop(self, timeout=0):
            import time

            time.sleep(max(timeout, 0))

    globals().update(FigureManager=FigureManager, FigureCanvas=FigureCanvas)
    return globals()


def __getattr__(name):
    if name in ("FigureCanvas", "FigureManager"):
        return _backend()[name]
    raise AttributeError(name)
