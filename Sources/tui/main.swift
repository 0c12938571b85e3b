print("tui")
