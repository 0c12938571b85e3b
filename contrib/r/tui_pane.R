# Shows plots in a tui that listens (tui --listen auto in another pane):
#   source("tui_pane.R"); tui_show(plot(cars), key = "cars")
# A plot with the same key takes the place of the one before. Its file stays in ~/plots, or $TUI_PLOTS.
tui_show <- function(plot, key = "plot", caption = key, width = 1200, height = 900) {
  folder <- Sys.getenv("TUI_PLOTS", "~/plots")
  dir.create(folder, FALSE, TRUE)
  file <- file.path(normalizePath(folder), paste0(gsub("[^A-Za-z0-9]", "_", key), ".png"))
  png(file, width, height, res = 150)
  tryCatch({ value <- withVisible(plot); if (value$visible) print(value$value) }, finally = dev.off())
  system2("tui-remote", shQuote(c("--name", "R", "--go", "--caption", caption, "--replace", key, "add", "--", file)))
}
