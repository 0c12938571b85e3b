/// Key bindings that people know from another program.
///
/// Each is written like a configuration file's sections, and lies over the standard bindings: keys that it does not name
/// keep their standard meaning. tui-config(5) names the deviations: keys of actions that `tui` does not have.
enum KeyPreset: String, CaseIterable, Sendable {
  case standard, nsxiv, swayimg, feh, vim, mpv

  /// The bindings, as a configuration file has them.
  var text: String {
    switch self {
    case .standard: ""
    case .nsxiv: KeyPreset.nsxivText
    case .swayimg: KeyPreset.swayimgText
    case .feh: KeyPreset.fehText
    case .vim: KeyPreset.vimText
    case .mpv: KeyPreset.mpvText
    }
  }

  /// The defaults of nsxiv 33 (config.def.h).
  private static let nsxivText = """
    [keys]
    n = next
    space = next
    p = previous
    backspace = previous
    g = first
    G = last
    s = pause
    enter = grid
    N = next-marked
    M = mark-all
    ctrl+u = mark-all
    R = reload
    b = captions
    ctrl+n = next-frame
    ctrl+a = animations
    ctrl+space = animations
    right-click = grid
    wheel-up = zoom-in
    wheel-down = zoom-out
    [keys.viewer]
    W = viewer-fit
    e = viewer-fit
    [keys.grid]
    enter = click
    right-click = back
    g = select-first
    G = select-last
    """

  /// The defaults of swayimg 4 (extra/swayimgrc).
  private static let swayimgText = """
    [keys]
    f1 = help
    space = next
    page-down = next
    page-up = previous
    shift+wheel-down = next
    shift+wheel-up = previous
    s = pause
    enter = grid
    o = next-frame
    n = animations
    r = reload
    i = facts
    alt+m = mark
    [keys.viewer]
    escape = quit
    equal = zoom-in
    0 = actual-size
    backspace = reset-zoom
    z = viewer-fit
    [ = rotate-left
    ] = rotate-right
    m = flip-down
    M = flip-across
    ctrl+wheel-up = zoom-in
    ctrl+wheel-down = zoom-out
    [keys.grid]
    enter = click
    escape = quit
    equal = more-columns
    """

  /// The defaults of feh 3 (src/keyevents.c, feh(1)).
  private static let fehText = """
    [keys]
    n = next
    space = next
    p = previous
    backspace = previous
    wheel-down = next
    wheel-up = previous
    h = pause
    m = menu
    d = captions
    c = captions
    i = facts
    e = facts
    x = quit
    right-click = menu
    [keys.viewer]
    escape = quit
    up = zoom-in
    down = zoom-out
    * = actual-size
    / = reset-zoom
    Z = viewer-fit
    [keys.zoomed]
    left = previous
    right = next
    up = zoom-in
    down = zoom-out
    ctrl+left = pan-left
    ctrl+right = pan-right
    ctrl+up = pan-up
    ctrl+down = pan-down
    """

  /// vim's motions and commands (help index), as far as they have a counterpart.
  private static let vimText = """
    [keys]
    g g = first
    G = last
    j = next
    k = previous
    ctrl+f = next
    ctrl+b = previous
    ctrl+d = next
    ctrl+u = previous
    Z Z = quit
    Z Q = quit
    g t = next
    g T = previous
    g o = grid
    ' = next-marked
    n = next-match
    N = previous-match
    : = go-to-slide
    [keys.viewer]
    z i = zoom-in
    z o = zoom-out
    z z = reset-zoom
    [keys.grid]
    g = none
    g g = select-first
    G = select-last
    ctrl+f = select-page-down
    ctrl+b = select-page-up
    ctrl+d = select-page-down
    ctrl+u = select-page-up
    g o = back
    """

  /// The defaults of mpv 0.40 (etc/input.conf).
  private static let mpvText = """
    [keys]
    > = next
    enter = next
    < = previous
    space = pause
    p = pause
    right-click = pause
    . = next-frame
    i = facts
    Q = quit
    v = captions
    [keys.carousel]
    P = page-position
    f = click
    [keys.viewer]
    f = back
    alt++ = zoom-in
    alt+- = zoom-out
    alt+backspace = reset-zoom
    ctrl+wheel-up = zoom-in
    ctrl+wheel-down = zoom-out
    [keys.zoomed]
    alt+left = pan-left
    alt+right = pan-right
    alt+up = pan-up
    alt+down = pan-down
    """
}
