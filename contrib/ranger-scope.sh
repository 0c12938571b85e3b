#!/bin/sh
# For ranger: `set preview_script /path/to/contrib/ranger-scope.sh` and `set use_preview_script true` in
# ~/.config/ranger/rc.conf. Pictures are drawn in cells: `set preview_images false`.
# ranger passes the file, and the width and height of the pane.
tui-preview "$1" "$2" "$3"
# Status 0: show the output as it is, and ask again if the pane changes its size.
exit 0
