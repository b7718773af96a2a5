#!/bin/sh
# The app can be installed, works offline, and is never of an earlier build.
exec node "$(dirname "$0")/installed_test.mjs"
