"""Problems: questions in records, right answers, attempts to solve them. No record is changed."""
