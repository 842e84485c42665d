"""What was played, looked back on: marks, the better move, skill apart from luck."""
