#!/bin/sh
# Makes the GIFs, animated PNGs and WebPs in good/ anew, with ImageMagick 6, ffmpeg and libwebp's tools (Debian's package webp).
set -eu
cd "$(dirname "$0")/good"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The picture of make-good.sh, and cut-outs of it with holes and soft edges.
convert -seed 7 -size 45x31 plasma:tomato-steelblue -fill gold -draw 'circle 14,12 20,16' -fill navy \
  -draw 'rectangle 28,4 40,26' -attenuate 0.2 +noise Gaussian -strip "$scratch/photo.png"
convert "$scratch/photo.png" \( -size 31x45 gradient: -rotate 90 \) -alpha off -compose CopyOpacity -composite \
  "$scratch/photo-alpha.png"
convert "$scratch/photo.png" -crop 20x14+8+6 +repage -negate \
  \( -size 20x14 xc:black -fill white -draw 'circle 10,7 15,10' \) -alpha off -compose CopyOpacity -composite \
  "$scratch/disc.png"
convert "$scratch/photo.png" -crop 16x18+24+10 +repage -modulate 100,180,60 "$scratch/patch.png"
convert "$scratch/disc.png" -channel A -blur 0x2 +channel "$scratch/soft.png"

# Stills.
convert "$scratch/photo.png" -strip -interlace none gif-still.gif
convert "$scratch/photo.png" -strip -colors 12 -interlace GIF gif-interlaced.gif
convert "$scratch/photo.png" \( -size 45x31 xc:black -fill white -draw 'circle 22,15 40,15' \) -alpha off \
  -compose CopyOpacity -composite -strip gif-transparent.gif
convert -size 45x31 xc:none -page 45x31+9+7 "$scratch/disc.png" -delete 0 -strip gif-offset.gif

# Animations: the whole picture, then parts of it with each way of taking them back; local palettes wherever colors differ.
animate() {
  convert -strip -loop "$1" -delay 7 -dispose none "$scratch/photo.png" \
    -dispose "$2" -page +3+2 -delay 1 "$scratch/disc.png" -page +29+13 -delay 20 "$scratch/patch.png" \
    -page +14+9 -delay 0 "$scratch/disc.png" -page +0+0 -dispose "$3" "$scratch/patch.png" \
    -page +20+4 -dispose none "$scratch/disc.png" "$4"
}
animate 0 none none gif-keep.gif
animate 3 background none gif-clear.gif
animate 0 previous background gif-restore.gif
convert -strip -loop 0 -delay 4 -dispose none -interlace GIF "$scratch/photo.png" -page +5+5 "$scratch/patch.png" \
  -page +9+3 "$scratch/disc.png" gif-animated-interlaced.gif
# Nothing lies below what the first frame is to give way to.
convert -strip -loop 0 -delay 3 -dispose previous "$scratch/photo.png" -dispose none -page +12+8 "$scratch/disc.png" \
  gif-restore-first.gif
convert gif-keep.gif -coalesce -layers OptimizePlus -loop 2 gif-optimized.gif
# The first frame is smaller than the screen, and nothing lies below.
convert -strip -loop 0 -delay 5 -dispose background -page 45x31+10+10 "$scratch/disc.png" \
  -page 45x31+0+0 "$scratch/patch.png" -page 45x31+25+17 "$scratch/disc.png" gif-small-first.gif

cwebp -quiet -q 85 "$scratch/photo.png" -o webp-lossy.webp
cwebp -quiet -q 85 -alpha_q 70 "$scratch/photo-alpha.png" -o webp-lossy-alpha.webp
cwebp -quiet -lossless "$scratch/photo.png" -o webp-lossless.webp
cwebp -quiet -lossless -exact "$scratch/photo-alpha.png" -o webp-lossless-alpha.webp
convert "$scratch/photo.png" -colors 6 "$scratch/few.png"
cwebp -quiet -lossless "$scratch/few.png" -o webp-lossless-palette.webp

for part in photo disc patch soft; do
  cwebp -quiet -lossless -exact "$scratch/$part.png" -o "$scratch/$part.webp"
  cwebp -quiet -q 85 "$scratch/$part.png" -o "$scratch/$part-lossy.webp"
done
# +delay+x+y+dispose(0 keep, 1 clear)+blend(+b over, -b source).
webpmux -frame "$scratch/photo.webp" +70+0+0+0-b -frame "$scratch/disc.webp" +10+4+2+0+b \
  -frame "$scratch/soft.webp" +11+20+12+1+b -frame "$scratch/patch.webp" +200+28+12+1-b \
  -frame "$scratch/soft.webp" +40+2+16+0-b -frame "$scratch/disc-lossy.webp" +40+10+8+0+b \
  -loop 3 -bgcolor 255,200,100,50 -o webp-animated.webp 2> /dev/null
webpmux -frame "$scratch/soft.webp" +70+10+10+0+b -frame "$scratch/soft.webp" +70+14+10+1+b \
  -frame "$scratch/photo-lossy.webp" +70+0+0+1+b -frame "$scratch/soft-lossy.webp" +70+0+0+0+b \
  -loop 0 -o webp-animated-clear.webp 2> /dev/null
# As an encoder that looks for the smallest frames makes them.
convert gif-keep.gif -coalesce -background none "$scratch/frame-%d.png"
ffmpeg -loglevel error -y -framerate 10 -i "$scratch/frame-%d.png" -plays 3 -pix_fmt rgba -pred mixed -f apng apng-rgba.png
ffmpeg -loglevel error -y -framerate 10 -i "$scratch/frame-%d.png" -plays 0 -pix_fmt rgb24 -f apng apng-rgb.png
gif2webp -quiet -mixed -q 80 gif-restore.gif -o webp-from-gif.webp
