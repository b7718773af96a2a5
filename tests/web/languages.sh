#!/bin/sh
# The player's pages in a made-up language, and in Spanish, Chinese and Vietnamese.
exec node "$(dirname "$0")/languages_test.mjs"
