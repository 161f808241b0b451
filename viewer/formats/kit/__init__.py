"""What several families of formats read and write with; no family is known here."""
