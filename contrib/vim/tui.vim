" For ~/.vim/plugin or ~/.config/nvim/plugin: `:Tui` opens the picture under the cursor, or the named files; <Leader>i too.
if exists('g:loaded_tui') | finish | endif
let g:loaded_tui = 1

function! s:open(files) abort
  " Relative names are those of the file's folder, as for gf.
  let l:names = empty(a:files) ? [expand('<cfile>')] : copy(a:files)
  if empty(l:names[0])
    echohl WarningMsg | echo 'no file name under the cursor' | echohl None
    return
  endif
  call map(l:names, {_, name -> name =~# '^\(/\|[a-z]\+://\)' || filereadable(name) ? name : expand('%:p:h') . '/' . name})
  execute 'silent !tui -- ' . join(map(l:names, {_, name -> shellescape(name, 1)}))
  redraw!
endfunction

command! -nargs=* -complete=file Tui call s:open([<f-args>])
nnoremap <silent> <Leader>i :Tui<CR>
