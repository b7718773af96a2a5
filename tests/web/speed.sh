#!/bin/sh
# First load, tap to screen, frames.
exec node "$(dirname "$0")/speed_test.mjs"
