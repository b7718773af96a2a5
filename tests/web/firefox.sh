#!/bin/sh
# The main path in Firefox: from the lobby through a round by keyboard, and a free split, a free double and Push 22 by mouse.
set -eu
LAMMER_BROWSER=firefox
export LAMMER_BROWSER
node "$(dirname "$0")/keyboard_test.mjs"
exec node "$(dirname "$0")/round_test.mjs"
