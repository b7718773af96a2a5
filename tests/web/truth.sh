#!/bin/sh
# What the pages say is so: ties, averages, sums of stacks, names of wagers, readings, the notice for patrons.
exec node "$(dirname "$0")/truth_test.mjs"
