"""Problems: what a record asks, what it calls right, how somebody does at it. No record is changed."""
