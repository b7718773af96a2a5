#!/bin/sh
# Everything pressed twice on a slow link.
exec node "$(dirname "$0")/double_press_test.mjs"
