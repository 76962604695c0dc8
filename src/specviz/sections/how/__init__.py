"""What happens in a pass, in words."""
