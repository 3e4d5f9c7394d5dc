"""What a month of a stated workload costs in AWS, from counted calls and a dated table of prices."""
