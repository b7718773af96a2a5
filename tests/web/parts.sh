#!/bin/sh
# Parts of the pages by themselves, without a browser.
exec node "$(dirname "$0")/parts_test.mjs"
