"""What several families of formats have in common, each module for those that it names."""
