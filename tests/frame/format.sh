#!/bin/sh
# Every file is laid out by the formatter of its language (`make fmt`).
exec tools/format --check
