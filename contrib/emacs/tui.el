;;; tui.el --- Show pictures in a terminal with tui  -*- lexical-binding: t -*-
;; (load "/path/to/contrib/emacs/tui.el"), then M-x tui-open-at-point, or M-x tui-open.
;; tui runs in a terminal buffer, also where Emacs itself runs in a terminal; q closes both.

(require 'thingatpt)
(require 'term)

(defun tui-open (file)
  "Show FILE, a picture or a URL, with tui."
  (interactive "fPicture: ")
  (let* ((name (if (string-match-p "\\`[a-z]+://" file) file (expand-file-name file)))
         (buffer (generate-new-buffer "*tui*")))
    (switch-to-buffer buffer)
    (delete-other-windows)
    (with-current-buffer buffer
      (term-mode)
      (setq-local term-suppress-hard-newline t)
      (term-exec buffer "tui" "tui" nil (list "--" name))
      (set-process-sentinel (get-buffer-process buffer)
                            (lambda (_process _event) (when (buffer-live-p buffer) (kill-buffer buffer))))
      (term-char-mode))))

(defun tui-open-at-point ()
  "Show the picture whose name or URL is under the cursor."
  (interactive)
  (let ((file (or (thing-at-point 'url t) (thing-at-point 'filename t))))
    (if file (tui-open file) (user-error "There is no file name here"))))

(provide 'tui)
;;; tui.el ends here
