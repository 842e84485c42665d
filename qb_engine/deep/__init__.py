"""Deep search and exact solving on the kernel: worlds, chances, the deep coach, its levels."""
