# For bash and zsh: `. contrib/fzf.sh`, then `fpic [FOLDER]` chooses pictures with previews and opens them as slides.
fpic() {
  find "${1:-.}" -type f \( -iname '*.jp*g' -o -iname '*.png' -o -iname '*.gif' -o -iname '*.webp' -o -iname '*.tif*' \
    -o -iname '*.avif' -o -iname '*.hei[cf]' -o -iname '*.jxl' -o -iname '*.svg' -o -iname '*.pdf' \) -print0 |
    fzf --read0 --multi --print0 --preview 'tui-preview {} "$FZF_PREVIEW_COLUMNS" "$FZF_PREVIEW_LINES"' |
    xargs -0 -r -o tui -- # starts when fzf has left the screen
}
