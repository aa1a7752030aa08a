"""One seat's answer in the making, and whoever else answers at the app's table."""
