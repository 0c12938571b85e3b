# For ~/.zshrc: the name of a picture is a command that opens it among its neighbors.
alias -s {jpg,jpeg,png,gif,webp,tif,tiff,avif,heic,jxl,svg}='tui --siblings --'
# A contact sheet of the current folder.
alias thumbs='tui --print --names --columns 5 .'
