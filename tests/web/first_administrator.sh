#!/bin/sh
# The link that the server prints on a terminal makes the first administrator in the browser.
exec node "$(dirname "$0")/first_administrator_test.mjs"
