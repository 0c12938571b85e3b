# For ~/.config/fish/conf.d/tui.fish: abbreviations, which expand when a space or Enter follows.
abbr --add pics 'tui --recursive .'
abbr --add thumbs 'tui --print --names --columns 5 .'
abbr --add wall 'tui --interval 10 --change-mode drift --shuffle --no-captions'
