print("demo-deck")
