#!/usr/bin/env bash
# Runs the systemd unit under a systemd of its own, in namespaces: unit.sh PROGRAM, as root; 77 where that cannot be done.
# Shows what the program can do in the unit: write and publish, protect itself, but not read keys.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "${1:?usage: unit.sh PROGRAM}")
manager=/lib/systemd/systemd
if [ "$(id -u)" -ne 0 ] || [ ! -x $manager ]; then echo 'unit: needs root and systemd' >&2; exit 77; fi

work=$(mktemp -d /home/photowidget-unit.XXXXXX)
pid=
finish() {
    # With the process that made the namespaces, everything in them ends.
    [ -z "$pid" ] || { kill -KILL "$pid" && wait "$pid"; } 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
chmod 755 "$work"
install -m 755 "$program" "$work/photowidget"
cp -r samples/feeds "$work/feeds"
user=$(getent passwd nobody | cut -d: -f3)
mkdir -p "$work/home/.ssh" "$work/out"
echo secret >"$work/home/.ssh/id_test"
chown -R "$user" "$work/home" "$work/out"

cat >"$work/script" <<'END'
set -u
exec 2>&1
cd /
said=$HOME/.cache/photowidget/said
run() {
    printf '%s: ' "$1"
    shift
    if "$@" >"$said" 2>&1; then echo yes; else echo "no ($(tr '\n' ' ' <"$said"))"; fi
}
run refreshes WORK/photowidget refresh --quiet --feed WORK/feeds/texas.json
run published test -s "$(WORK/photowidget current)"
run keys cat "$HOME/.ssh/id_test"
run home-written touch "$HOME/planted"
WORK/photowidget doctor --offline
END
sed -i "s|WORK|$work|g" "$work/script"
# %h is the home of the manager's user, and this manager is root's.
sed -e "s|%h|$work/home|g; s|^ExecStart=.*|ExecStart=/bin/bash $work/script|; /^Documentation=/d" \
    -e "s|^ExecStartPre=+mkdir|ExecStartPre=+/sbin/runuser -u nobody -- mkdir|; s|^\[Unit\]|&\nDefaultDependencies=no|" \
    integrations/systemd/photowidget.service >"$work/test.service"
cat >>"$work/test.service" <<END
User=$user
Environment=HOME=$work/home
StandardOutput=append:$work/out/words
StandardError=append:$work/out/words
ExecStopPost=+/bin/touch $work/out/done
END

# Nothing of this machine is the new manager's but the folder above: what it cleans and logs is in memory.
cat >"$work/boot" <<END
set -e
mount --make-rprivate /
for folder in /run /var/log /var/tmp /dev/shm; do mount -t tmpfs tmpfs \$folder; done
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir -p /run/systemd/system
cp $work/test.service /run/systemd/system/photowidget-test.service
export container=test
exec $manager --system --unit=photowidget-test.service --log-target=null --show-status=no
END
unshare --fork --kill-child --pid --mount --cgroup --uts --ipc --mount-proc bash "$work/boot" </dev/null >"$work/log" 2>&1 &
pid=$!
for _ in $(seq 300); do [ ! -e "$work/out/done" ] || break; sleep 0.1; done
[ -s "$work/out/words" ] || { echo 'unit: systemd does not run the unit here'; cat "$work/log"; exit 77; }
cat "$work/out/words"
faults=0
expect() { grep -qE "$1" "$work/out/words" || { echo "FAIL: expected $1" >&2; faults=1; }; }
expect '^refreshes: yes$'
expect '^published: yes$'
expect '^keys: no '
expect '^home-written: no '
# What the program can do to protect itself outside of the unit, it can do in it.
protections() { grep -E '^(decoding|file-access) ' | tr -s ' '; }
outside=$(HOME=$work/home "$work/photowidget" doctor --offline 2>&1 | protections || true)
inside=$(protections <"$work/out/words" || true)
[ "$outside" = "$inside" ] || { printf 'FAIL: protections outside:\n%s\nin the unit:\n%s\n' "$outside" "$inside" >&2; faults=1; }
mode() {
    local found
    found=$(stat -L -c %a "$work/home/$1")
    [ "$found" = "$2" ] || { echo "FAIL: $1 has mode $found, expected $2" >&2; faults=1; }
}
mode .cache/photowidget 700
mode .local/state/photowidget 711
mode .local/state/photowidget/published 755
mode .local/state/photowidget/published/photo/default/current/thumbnail.png 644
exit $faults
