#!/bin/sh
# Makes the thumbnails in thumbnails/ anew, with ImageMagick 6: left red, right blue.
set -eu
cd "$(dirname "$0")/thumbnails"

halves() { convert -size "$1x$2" xc:red xc:blue +append -quality 90 -sampling-factor 1x1 -strip "$3"; }

# Of a picture of 3:2 without bars, in the shape that such pictures are padded to, and of one of 4:3.
halves 80 107 160x107.jpg
convert 160x107.jpg -background black -gravity center -extent 160x120 -quality 90 -sampling-factor 1x1 -strip barred-160x120.jpg
halves 80 120 160x120.jpg

# A photograph with one of them in its Exif, by exiftool: gray, so that the two can be told apart.
convert -size 600x400 xc:gray50 -quality 60 -strip photo.jpg
exiftool -q -overwrite_original '-ThumbnailImage<=barred-160x120.jpg' -Orientation#=6 photo.jpg
