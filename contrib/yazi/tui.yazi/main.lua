-- A previewer for yazi 25: copy tui.yazi to ~/.config/yazi/plugins, and add to ~/.config/yazi/yazi.toml:
--   [plugin]
--   prepend_previewers = [{ mime = "image/*", run = "tui" }]
local M = {}

function M:peek(job)
  local output = Command("tui")
    :arg({ "--print", "--pixels", "off", "--size", job.area.w .. "x" .. job.area.h, "--", tostring(job.file.url) })
    :stdout(Command.PIPED)
    :stderr(Command.PIPED)
    :output()
  local text = output and (output.stdout ~= "" and output.stdout or output.stderr) or "tui is not installed"
  ya.preview_widget(job, ui.Text.parse(text):area(job.area))
end

function M:seek() end

return M
