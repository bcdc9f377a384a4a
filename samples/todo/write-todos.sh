#!/bin/sh
# Puts the sample's todos into the shared store, as the app would at its first start, and asks for a reload of the widget.
# A list that is there already stays: an app reads first. With --replace it is written anew.
set -u
group=group.react.native.widget.example
here=$(dirname "$0")
photowidget=${PHOTOWIDGET:-photowidget}

if [ "${1-}" != --replace ] && "$photowidget" defaults read --group "$group" data --type json >/dev/null 2>&1; then
    exit 0
fi
"$photowidget" defaults write --group "$group" data - --type json --reload todo <"$here/todos.json"
