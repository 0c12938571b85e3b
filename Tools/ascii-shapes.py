#!/usr/bin/env python3
"""Measures how much of each part of a cell the printable ASCII characters cover, and prints AsciiShapes.swift.

A character is drawn by DejaVu Sans Mono (fonts-dejavu-core), whose proportions most terminal fonts share, into a
12×24 cell; each of the 4×8 parts becomes a digit, 0 (nothing) to f (full).  Needs: python3-pil.

  Tools/ascii-shapes.py > Sources/Rendering/Art/AsciiShapes.swift
"""
from PIL import Image, ImageDraw, ImageFont

FONT = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 20 * 4)
WIDTH, HEIGHT, ACROSS, DOWN = 12 * 4, 24 * 4, 4, 8


def rows(character):
    image = Image.new("L", (WIDTH, HEIGHT))
    ascent, descent = FONT.getmetrics()
    ImageDraw.Draw(image).text((0, (HEIGHT - ascent - descent) / 2), character, font=FONT, fill=255)
    parts = image.resize((ACROSS, DOWN), Image.BOX)
    return ["".join("%x" % round(parts.getpixel((x, y)) / 17) for x in range(ACROSS)) for y in range(DOWN)]


print('''/// How much of each part of a cell the printable ASCII characters cover: made by Tools/ascii-shapes.py.
enum AsciiShapes {
  /// A row a character, from U+0020 on: eight rows of four parts, each a digit from 0 (nothing) to f (full).
  static let rows: [String] = [''')
for code in range(0x20, 0x7F):
    print('    "%s",  // %s' % (" ".join(rows(chr(code))), chr(code) if code > 0x20 else "space"))
print("  ]\n}")
