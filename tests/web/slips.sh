#!/bin/sh
# Slips by denomination, the close of the day, forms.
exec node "$(dirname "$0")/slips_test.mjs"
