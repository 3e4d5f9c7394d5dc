"""Where tree heads are kept out of reach of the stores' writer: S3 with Object Lock, or a file on a laptop."""
