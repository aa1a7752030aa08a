"""Saves as the app has them: listed, opened, replayed."""
