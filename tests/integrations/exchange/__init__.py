"""Plugins for the suites that the makers of the frameworks wrote: each exchanges one fixture and nothing else."""
