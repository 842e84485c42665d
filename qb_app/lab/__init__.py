"""The deck lab for a user: fields by name, questions read from text, and runs that go on where they were left."""
