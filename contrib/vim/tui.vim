" For ~/.vim/plugin or ~/.config/nvim/plugin: `:Tui` opens the picture under the cursor, or the named files; <Leader>i too.
" `:TuiShow` shows it in a tui that listens in another terminal (tui --listen auto); <Leader>I too.
if exists('g:loaded_tui') | finish | endif
let g:loaded_tui = 1

function! s:names(files, special) abort
  " Relative names are those of the file's folder, as for gf.
  let l:names = empty(a:files) ? [expand('<cfile>')] : copy(a:files)
  if empty(l:names[0])
    echohl WarningMsg | echo 'no file name under the cursor' | echohl None
    return ''
  endif
  call map(l:names, {_, name -> name =~# '^\(/\|[a-z]\+://\)' || filereadable(name) ? name : expand('%:p:h') . '/' . name})
  return join(map(l:names, {_, name -> shellescape(name, a:special)}))
endfunction

function! s:open(files) abort
  let l:names = s:names(a:files, 1)
  if empty(l:names) | return | endif
  execute 'silent !tui -- ' . l:names
  redraw!
endfunction

function! s:show(files) abort
  let l:names = s:names(a:files, 0)
  if empty(l:names) | return | endif
  let l:error = system('tui-remote add --go -- ' . l:names)
  if v:shell_error | echohl WarningMsg | echo trim(l:error) | echohl None | endif
endfunction

command! -nargs=* -complete=file Tui call s:open([<f-args>])
command! -nargs=* -complete=file TuiShow call s:show([<f-args>])
nnoremap <silent> <Leader>i :Tui<CR>
nnoremap <silent> <Leader>I :TuiShow<CR>
