print("pocketbell")
