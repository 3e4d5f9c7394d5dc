"""The console's files. Which file answers a path below `/console/`, what may a browser keep of it, what is shown when
the console was not built?"""
