#!/bin/sh
# A round with a free split, a free double and Push 22, by mouse.
exec node "$(dirname "$0")/round_test.mjs"
