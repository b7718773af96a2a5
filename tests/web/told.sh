#!/bin/sh
# The log of the pages says what lammer deal --tell says, in the same words.
exec node "$(dirname "$0")/told_test.mjs"
