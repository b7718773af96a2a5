#!/bin/sh
# Staff sets up a second factor, signs in with codes that the test computes, and with a recovery code.
exec node "$(dirname "$0")/second_factor_test.mjs"
