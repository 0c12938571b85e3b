"""Real terminals on virtual displays, on this system or in a root of another one (Tools/make-root): started, driven and looked at.

    with Terminal("kitty", "tui Resources/deck.json", root="/var/tmp/unstable") as terminal:
        terminal.key("Right")
        pixels = terminal.settled()

Most run on an X server (Xvfb), of which the framebuffer is read; foot runs in a headless Wayland compositor (sway).
Needs on this system: xvfb xdotool, Python's numpy and Pillow.
"""
import io
import os
import shlex
import signal
import struct
import subprocess
import tempfile
import time

import numpy
from PIL import Image

FONT = "DejaVu Sans Mono"
SCREEN = (1920, 1200)


def command_line(kind, columns, rows, font_size, light):
    """Returns how to run a command in a terminal: its arguments follow."""
    background, foreground = ("#ffffff", "#000000") if light else ("#000000", "#ffffff")
    settings = [
        f"font_family={FONT}", f"font_size={font_size}", f"initial_window_width={columns}c", f"initial_window_height={rows}c",
        "remember_window_size=no", "confirm_os_window_close=0", "window_padding_width=0", "update_check_interval=0",
        "enable_audio_bell=no", "allow_remote_control=yes", f"background={background}", f"foreground={foreground}",
    ]
    xterm = [
        "xterm", "-geometry", f"{columns}x{rows}+0+0", "-fa", FONT, "-fs", str(font_size), "-b", "0", "-bw", "0", "+sb", "-bg", background,
        "-fg", foreground, "-xrm", "*utf8: 1",
    ]
    return {
        "kitty": ["kitty", "--config", "NONE", *sum((["-o", setting] for setting in settings), [])],
        "xterm": [*xterm, "-e"],
        "xterm-sixel": [*xterm, "-ti", "vt340", "-xrm", "*numColorRegisters: 1024", "-xrm", "*maxGraphicSize: 2000x1200", "-e"],
        "konsole": [
            "dbus-run-session", "--", "konsole", "--hide-menubar", "--hide-tabbar", "-p", "ScrollBarPosition=2", "-p", "TerminalMargin=0",
            "-p", f"Font={FONT},{font_size},-1,5,50,0,0,0,0,0", "-p", f"TerminalColumns={columns}", "-p", f"TerminalRows={rows}",
            "-p", f"ColorScheme={'BlackOnWhite' if light else 'WhiteOnBlack'}", "-e",
        ],
        "alacritty": [
            "alacritty", "-o", f"window.dimensions.columns={columns}", "-o", f"window.dimensions.lines={rows}", "-o",
            f"font.normal.family='{FONT}'", "-o", f"font.size={font_size}", "-e",
        ],
        "xfce4-terminal": [
            "dbus-run-session", "--", "xfce4-terminal", "--disable-server", "--hide-menubar", "--hide-scrollbar", "--hide-borders",
            f"--font={FONT} {font_size}", f"--geometry={columns}x{rows}", "-x",
        ],
        "mlterm": [
            "mlterm", "-g", f"{columns}x{rows}", "-w", str(round(float(font_size) * 96 / 72)), "-s", "false", f"--fg={foreground}",
            f"--bg={background}", "-e",
        ],
        "foot": [
            "foot", "-o", f"main.font={FONT}:size={font_size}", "-o", "main.pad=0x0", "-o",
            f"main.initial-color-theme={'light' if light else 'dark'}", "-o", "colors-light.background=ffffff", "-o",
            "colors-light.foreground=000000",
        ],
    }[kind]


class XDisplay:
    """An X server that shows one terminal's window."""

    number = 100 + os.getpid() % 20_000

    def __init__(self, terminal):
        self.folder = tempfile.mkdtemp()
        # A number of our own: servers that look for a free one may choose the same.
        XDisplay.number += 1
        self.name = ":%d" % XDisplay.number
        self.server = subprocess.Popen(
            ["Xvfb", self.name, "-ac", "-noreset", "-screen", "0", "%dx%dx24" % SCREEN, "-fbdir", self.folder, "-nolisten", "tcp"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.time() + 20
        # Its framebuffer is there once it answers.
        while not self.xdotool("getdisplaygeometry") and time.time() < deadline:
            time.sleep(0.05)
        self.variables = {"DISPLAY": self.name, "LIBGL_ALWAYS_SOFTWARE": "1", "QT_QPA_PLATFORM": "xcb"}
        path = self.folder + "/Xvfb_screen0"
        fields = struct.unpack(">25I", open(path, "rb").read(100))
        shape = (fields[5], fields[12] // 4, 4)
        self.memory = numpy.memmap(path, dtype=numpy.uint8, mode="r", offset=fields[0] + fields[19] * 12, shape=shape)

    def show(self, terminal):
        """Waits for the window."""
        process = terminal.process
        deadline = time.time() + 60
        while True:
            found = self.xdotool("search", "--onlyvisible", "--name", ".").split()
            if found:
                break
            if time.time() > deadline or process.poll() is not None:
                raise SystemExit("no window came: " + open(terminal.log.name).read()[-300:].strip())
            time.sleep(0.1)
        time.sleep(0.5)
        # The first window may have been a splash, or not the last.
        self.window = (self.xdotool("search", "--onlyvisible", "--name", ".").split() or found)[-1]
        self.xdotool("windowfocus", self.window)
        self.xdotool("mousemove", str(SCREEN[0] - 1), str(SCREEN[1] - 1))

    def xdotool(self, *words):
        return subprocess.run(
            ["xdotool", *words], env=dict(os.environ, DISPLAY=self.name), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True).stdout

    @property
    def place(self):
        """The window's left and top edge, width and height on the screen."""
        values = dict(line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", self.window).split() if "=" in line)
        return [int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT")]

    def frame(self):
        left, top, width, height = self.place
        part = self.memory[max(0, top):top + height, max(0, left):left + width, :3]
        last = numpy.array(part)
        # Half-drawn frames do not count: two readings agree.
        for _ in range(100):
            now = numpy.array(part)
            if numpy.array_equal(now, last):
                break
            last = now
        return now[:, :, ::-1]

    def key(self, name):
        self.xdotool("key", name)

    def pointer(self, x, y, button=None):
        left, top, _, _ = self.place
        self.xdotool("mousemove", str(left + int(x)), str(top + int(y)))
        if button:
            self.xdotool(button, "1")

    def resize(self, width, height):
        self.xdotool("windowsize", self.window, str(width), str(height))

    def close(self):
        self.server.terminate()
        self.server.wait()
        subprocess.run(["rm", "-rf", self.folder], check=False)


class WaylandDisplay:
    """A headless Wayland compositor that shows one terminal's window on its whole output."""

    def __init__(self, terminal):
        self.terminal = terminal
        folder = terminal.folder
        os.makedirs(terminal.path(folder), mode=0o700, exist_ok=True)
        width, height = terminal.output
        with open(terminal.path(folder + "/sway"), "w") as settings:
            settings.write(
                f"output HEADLESS-1 resolution {width}x{height} bg #303030 solid_color\ndefault_border none\n"
                "focus_follows_mouse no\nseat * hide_cursor 100\n")
        self.variables = {
            "XDG_RUNTIME_DIR": folder, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        self.server = terminal.start(["dbus-run-session", "--", "sway", "-c", folder + "/sway"], self.variables)
        deadline = time.time() + 30
        while True:
            names = os.listdir(terminal.path(folder))
            sockets = [name for name in names if name.startswith("wayland-") and not name.endswith(".lock")]
            controls = [name for name in names if name.startswith("sway-ipc")]
            if sockets and controls:
                break
            if time.time() > deadline:
                raise SystemExit("terminals: sway did not start")
            time.sleep(0.1)
        self.variables |= {"WAYLAND_DISPLAY": sockets[0], "SWAYSOCK": f"{folder}/{controls[0]}"}
        # A keyboard that stays: windows that get one later miss their first keys.
        self.keyboard = terminal.start(["wtype", "-k", "Shift_L", "-s", "9000000", "-k", "Shift_L"], self.variables)

    def show(self, terminal):
        time.sleep(1.5)

    def run(self, *words):
        return subprocess.run(self.terminal.inside(words, self.variables), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def frame(self):
        return numpy.asarray(Image.open(io.BytesIO(self.run("grim", "-t", "ppm", "-"))).convert("RGB"))

    def key(self, name):
        if len(name) == 1:
            self.run("wtype", name)
            return
        *modifiers, key = name.split("+") if name != "+" else ["plus"]
        self.run("wtype", *sum((["-M", word] for word in modifiers), []), "-k", key, *sum((["-m", word] for word in modifiers), []))

    def pointer(self, x, y, button=None):
        self.run("swaymsg", "seat", "-", "cursor", "set", str(int(x)), str(int(y)))
        for kind in {"mousedown": ["press"], "mouseup": ["release"], "click": ["press", "release"]}.get(button, []):
            self.run("swaymsg", "seat", "-", "cursor", kind, "BTN_LEFT")

    def resize(self, width, height):
        self.run("swaymsg", "output", "HEADLESS-1", "resolution", f"{width}x{height}")

    def close(self):
        for process in (self.keyboard, self.server):
            end(process)


class Terminal:
    """A terminal that runs a shell command, on a display of its own. It has no margins, so that its window is its cells."""

    def __init__(self, kind, command, size=(100, 32), font_size=10, light=False, root="", environment=None, output=(1000, 640)):
        """`size` is in cells; foot's is that of the output, in pixels."""
        self.kind, self.root, self.size, self.output = kind, root, size, output
        self.folder = "/tmp/terminals-%d-%d" % (os.getpid(), time.monotonic_ns())
        os.makedirs(self.path(self.folder), mode=0o700)
        self.log = open(self.path(self.folder + "/log"), "w")
        self.display = (WaylandDisplay if kind == "foot" else XDisplay)(self)
        with open(self.path(self.folder + "/script"), "w") as script:
            for name, value in (environment or {}).items():
                script.write("export %s=%s\n" % (name, shlex.quote(value)))
            script.write(command + "\n")
        words = [*command_line(kind, *size, font_size, light), "sh", self.folder + "/script"]
        self.process = self.start(words, self.display.variables)
        self.display.show(self)

    def path(self, inside):
        """A path inside the root, as seen from outside."""
        return self.root + inside

    def inside(self, words, variables):
        """The arguments that run a program in the root, in a clean environment."""
        environment = {
            "HOME": self.folder, "PATH": "/opt/tui:/usr/local/bin:/usr/bin:/bin:/usr/games", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
            **variables}
        words = ["env", "-i", *("%s=%s" % pair for pair in environment.items()), *words]
        return ["chroot", self.root, *words] if self.root else words

    def start(self, words, variables):
        return subprocess.Popen(self.inside(words, variables), stdout=self.log, stderr=self.log, start_new_session=True)

    def key(self, name, wait=0.0):
        self.display.key(name)
        time.sleep(wait)

    def frame(self):
        """The window's pixels: rows × columns × 3, 8 bits each."""
        return self.display.frame()

    def settled(self, patience=6.0, calm=0.6):
        """The window's pixels, once they have not changed for some time."""
        deadline, last, since = time.time() + patience, self.frame(), time.time()
        while time.time() < deadline and time.time() - since < calm:
            time.sleep(0.1)
            now = self.frame()
            if now.shape != last.shape or not numpy.array_equal(now, last):
                last, since = now, time.time()
        return last

    def resize(self, width, height):
        self.display.resize(width, height)

    def close(self):
        end(self.process)
        self.display.close()
        self.log.close()
        subprocess.run(["rm", "-rf", self.path(self.folder)], check=False)

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()


def end(process):
    """Ends a process and its group."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(2)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass


def sheet(frames, columns=4, width=480):
    """Returns labeled pictures side by side: pairs of a label and pixels."""
    from PIL import ImageDraw

    caption = 16 if any(label for label, _ in frames) else 0
    tiles = []
    for label, pixels in frames:
        picture = Image.fromarray(numpy.ascontiguousarray(pixels))
        picture = picture.resize((width, max(1, round(picture.height * width / picture.width))), Image.LANCZOS)
        tiles.append((label, picture))
    height = max(picture.height for _, picture in tiles) + caption + 4
    page = Image.new("RGB", (columns * (width + 4), -(-len(tiles) // columns) * height), (64, 64, 64))
    for index, (label, picture) in enumerate(tiles):
        x, y = index % columns * (width + 4) + 2, index // columns * height
        ImageDraw.Draw(page).text((x, y + 3), label, fill=(255, 255, 255))
        page.paste(picture, (x, y + caption + 2))
    return page
