#!/bin/sh
# Installable, offline and never of an earlier build.
exec node "$(dirname "$0")/installed_test.mjs"
