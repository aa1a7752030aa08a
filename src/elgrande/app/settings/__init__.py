"""Settings, themes and keys: described once, kept in files, changed on screens."""
