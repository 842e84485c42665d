"""What the coach answers: advice, chances, solutions, outlooks."""
