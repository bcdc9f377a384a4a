#!/bin/sh
# What an app's Flutter side does after a booking: saves the month's total as text, and has the widget show it.
# One write does both, so the widget's new timeline shows this total or a newer one.
#   write-budget.sh [TOTAL]
set -u
group=group.woori.homeWidget
photowidget=${PHOTOWIDGET:-photowidget}

exec "$photowidget" defaults write --group "$group" --reload budget -- WooriWidgetKey "${1-12000}"
