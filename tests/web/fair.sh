#!/bin/sh
# A finished shoe in the verifier page.
exec node "$(dirname "$0")/fair_test.mjs"
