/// The replies of terminals to the queries at the start (`TerminalQuery.atStart`) and to `KittyProbe`, as recorded in
/// them, without those about the palette.
package enum RecordedReplies {
  /// kitty 0.48.2.
  package static let kitty = """
    \u{1B}[6;17;8t\u{1B}[4;544;800t\u{1B}P>|kitty(0.48.2)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\
    \u{1B}_Gi=35;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35,p=1;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35,r=2;OK\u{1B}\\\
    \u{1B}_Gi=35,p=2;EINVAL:Put command creating a virtual placement cannot refer to a parent\u{1B}\\\
    \u{1B}_Gi=35,p=3;ENOPARENT:Put command refers to a parent image placement with id: 35 and placement id: 9 that does not exist\u{1B}\\\
    \u{1B}_Gi=35,p=4;ENOENT:Put command refers to non-existent image with id: 35 and number: 0\u{1B}\\\
    \u{1B}[>1;4000;48c\u{1B}[?2026;2$y\u{1B}[8;0$y\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\
    \u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\\u{1B}P0+r524742\u{1B}\\\u{1B}P1+r5463\u{1B}\\\
    \u{1B}P1$r0;48:2:1:2:3m\u{1B}\\\u{1B}P1+r436f=323536\u{1B}\\\u{1B}[0n\u{1B}[?62;52;c
    """
  /// Konsole 26.08.2.
  package static let konsole = """
    \u{1B}[6;15;8t\u{1B}[4;480;800t\u{1B}P>|Konsole 26.08.2\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\
    \u{1B}_Gi=35;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35,p=1;OK\u{1B}\\\u{1B}[2;2R\u{1B}_Gi=35,p=2;OK\u{1B}\\\
    \u{1B}_Gi=35,p=3;OK\u{1B}\\\u{1B}_Gi=35,p=4;OK\u{1B}\\\u{1B}]1337;ReportCellSize=15.0;8.0;1.0\u{7}\
    \u{1B}[>1;115;0c\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[0n\
    \u{1B}[?62;1;4c
    """
  /// foot 1.28.0.
  package static let foot = """
    \u{1B}[6;17;8t\u{1B}[4;629;1000t\u{1B}P>|foot(1.28.0)\u{1B}\\\u{1B}[2;2R\u{1B}[2;2R\u{1B}[>1;012800;0c\
    \u{1B}[?2026;2$y\u{1B}]11;rgb:2424/2424/2424\u{1B}\\\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\\
    \u{1B}P1+r524742=38\u{1B}\\\u{1B}P1+r5463\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\
    \u{1B}P1+r436f=323536\u{1B}\\\u{1B}[0n\u{1B}[?62;4;22;28;52c
    """
  /// XTerm 412.
  package static let xterm = """
    \u{1B}P>|XTerm(412)\u{1B}\\\u{1B}[2;2R\u{1B}[2;2R\u{1B}[>41;412;0c\u{1B}[?2026;0$y\u{1B}[8;0$y\
    \u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}]10;rgb:e5e5/e5e5/e5e5\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\
    \u{1B}[0n\u{1B}[?64;1;2;6;9;15;17;18;21;22;28c
    """
  /// XTerm 412 with `-ti vt340`.
  package static let xtermSixel = """
    \u{1B}P>|XTerm(412)\u{1B}\\\u{1B}[2;2R\u{1B}[2;2R\u{1B}[>19;412;0c\u{1B}[?2026;0$y\u{1B}[8;0$y\
    \u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}]10;rgb:e5e5/e5e5/e5e5\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\
    \u{1B}[0n\u{1B}[?63;1;2;4;6;9;15;17;22;28c
    """
  /// Alacritty 0.17.
  package static let alacritty = """
    \u{1B}[4;544;800t\u{1B}[2;2R\u{1B}[2;2R\u{1B}[>0;2600;1c\u{1B}[?2026;2$y\u{1B}[8;0$y\
    \u{1B}]11;rgb:1818/1818/1818\u{1B}\\\u{1B}]10;rgb:d8d8/d8d8/d8d8\u{1B}\\\u{1B}[0n\u{1B}[?6c
    """
  /// mlterm 3.9.4.
  package static let mlterm = """
    \u{1B}[6;17;9t\u{1B}[4;544;900t\u{1B}P>|mlterm(3.9.4)\u{1B}\\\u{1B}[>24;279;0c\u{1B}[?2026;0$y\
    \u{1B}[?1016;0$y\u{1B}[?2031;0$y\u{1B}[?2048;0$y\u{1B}[?5522;0$y\u{1B}[8;0$y\
    \u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}P0+r\u{1B}\\\u{1B}P0+r\u{1B}\\\
    \u{1B}P1$r0;48;5;16m\u{1B}\\\u{1B}P1+r436f=323536\u{1B}\\\u{1B}[0n\u{1B}[?63;1;2;3;4;6;7;15;18;22;29c\
    \u{1B}[?1;0;1024S\u{1B}[?1;3;0S\u{1B}[?80;2$y
    """
  /// tmux 3.8.
  package static let tmux = """
    \u{1B}[6;17;8t\u{1B}[4;612;1000t\u{1B}P>|tmux 3.8\u{1B}\\\u{1B}[>84;0;0c\u{1B}[?2026;2$y\u{1B}[8;0$y\
    \u{1B}]11;rgb:2424/2424/2424\u{1B}\\\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}P0$r\u{1B}\\\u{1B}[0n\
    \u{1B}[?1;2;4c
    """
}
