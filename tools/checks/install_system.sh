#!/usr/bin/env bash
# The programs that some tests drive for real. As root on Debian or Ubuntu the missing ones are
# installed; otherwise this says which tests will be left out, and goes on.
set -u
programs="clang++:clang redis-server:redis-server initdb:postgresql nginx:nginx-light chromium:chromium npm:npm gnubg:gnubg"
lacking="" packages=""
for pair in $programs; do
    program=${pair%%:*} package=${pair##*:}
    command -v "$program" >/dev/null && continue
    [ -x "/usr/games/$program" ] && continue
    ls /usr/lib/postgresql/*/bin/"$program" >/dev/null 2>&1 && continue
    lacking="$lacking $program" packages="$packages $package"
done
[ -z "$lacking" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing$packages …"
    # shellcheck disable=SC2086
    if { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
        apt-get install -yqq --no-install-recommends $packages; } >/dev/null 2>&1; then
        exit 0
    fi
    echo "Installing them failed."
fi
echo "Not on this machine:$lacking. The tests that drive them are left out and say so."
