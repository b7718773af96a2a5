#!/bin/sh
# Every page in every state, light on a desk and dark on a phone: axe-core finds nothing.
exec node "$(dirname "$0")/axe_test.mjs"
