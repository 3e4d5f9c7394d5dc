"""Entry points, a file for each Lambda function: parse, call one use case, map the answer."""

import gc
import os

# The modules and clients of a cold start make nothing that has to be collected: with the usual 700 the collector takes
# a tenth of it, and two runs of it over all that was made are 40 ms. `runtime.bootstrap` takes what is there with the
# first request out of the collector's sight. What a request leaves behind is collected later, and no less of it.
gc.set_threshold(200_000, 10, 10)

# None is used, and looking for one reads the metadata of every installed package.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
