#!/bin/sh
# Why an act is not offered, and why an amount was paid: by mouse, by touch, by keyboard.
exec node "$(dirname "$0")/why_test.mjs"
