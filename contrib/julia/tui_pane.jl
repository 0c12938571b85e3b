# Shows plots in a tui that listens (tui --listen auto in another pane):
#   include("tui_pane.jl"); tui_show(plot(sin); key = "sine")
# A plot with the same key takes the place of the one before. Its file stays in ~/plots, or $TUI_PLOTS. Any object that
# Julia can show as a PNG is a plot.
function tui_show(plot; key = "plot", caption = key)
    folder = mkpath(get(ENV, "TUI_PLOTS", joinpath(homedir(), "plots")))
    file = joinpath(folder, replace(key, r"\W" => "_") * ".png")
    open(io -> show(io, MIME("image/png"), plot), file, "w")
    run(`tui-remote --name julia --go --caption $caption --replace $key add -- $file`)
end
