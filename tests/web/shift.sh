#!/bin/sh
# A shift of a pit, from the opener to the close of the day: six rounds, in the soak thirty.
# soak
exec node "$(dirname "$0")/shift_test.mjs"
