"""What several families of formats share; each module names the formats it serves."""
