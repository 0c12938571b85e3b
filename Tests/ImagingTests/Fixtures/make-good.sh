#!/bin/sh
# Makes the pictures in good/ anew, with ImageMagick 6, cjpeg and jpegtran (libjpeg-turbo-progs).
set -eu
cd "$(dirname "$0")/good"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Something with edges, gradients and grain.
convert -seed 7 -size 45x31 plasma:tomato-steelblue -fill gold -draw 'circle 14,12 20,16' -fill navy \
  -draw 'rectangle 28,4 40,26' -attenuate 0.2 +noise Gaussian -strip "$scratch/photo.ppm"
convert "$scratch/photo.ppm" \( -size 31x45 gradient: -rotate 90 \) -alpha off -compose CopyOpacity -composite \
  "$scratch/photo-alpha.png"
convert "$scratch/photo.ppm" -colorspace Gray -strip "$scratch/photo.pgm"

cjpeg -quality 85 -sample 2x2 "$scratch/photo.ppm" > jpeg-420.jpg
cjpeg -quality 85 -sample 1x1 -progressive "$scratch/photo.ppm" > jpeg-444-progressive.jpg
cjpeg -quality 85 -sample 2x1 -restart 1 "$scratch/photo.ppm" > jpeg-422-restart.jpg
cjpeg -quality 85 -sample 1x2 "$scratch/photo.ppm" > jpeg-440.jpg
cjpeg -quality 85 -sample 4x1 "$scratch/photo.ppm" > jpeg-411.jpg
cjpeg -quality 85 -sample 3x1,1x1,3x1 "$scratch/photo.ppm" > jpeg-odd-sampling.jpg
cjpeg -quality 85 -arithmetic "$scratch/photo.ppm" > jpeg-arithmetic.jpg
cjpeg -quality 85 -rgb "$scratch/photo.ppm" > jpeg-rgb.jpg
cjpeg -quality 85 "$scratch/photo.pgm" > jpeg-gray.jpg
convert "$scratch/photo.ppm" -colorspace CMYK -quality 85 -strip jpeg-cmyk.jpg

png() { convert "$@"; }
png "$scratch/photo.ppm" -strip -define png:compression-level=9 -define png:compression-filter=5 PNG24:png-rgb.png
png "$scratch/photo-alpha.png" -strip -interlace PNG -define png:compression-filter=4 PNG32:png-rgba-interlaced.png
png "$scratch/photo.ppm" -strip -colors 12 PNG8:png-palette.png
png "$scratch/photo.pgm" -strip -monochrome -depth 1 png-gray-1-bit.png
png "$scratch/photo-alpha.png" -strip -depth 16 -define png:bit-depth=16 -define png:color-type=6 png-rgba-16-bit.png
png "$scratch/photo-alpha.png" -strip -colorspace Gray -define png:color-type=4 png-gray-alpha.png
