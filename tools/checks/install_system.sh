#!/usr/bin/env bash
# The programs that some tests drive for real. As root on Debian or Ubuntu the missing ones are
# installed; otherwise this says which tests will be left out, and goes on.
set -u
programs="clang++:clang redis-server:redis-server initdb:postgresql nginx:nginx-light npm:npm gnubg:gnubg"
shell=chromium-headless-shell  # Chromium without the frame around a page, at half the cost
lacking="" packages=""
for pair in $programs; do
    program=${pair%%:*} package=${pair##*:}
    command -v "$program" >/dev/null && continue
    [ -x "/usr/games/$program" ] && continue
    ls /usr/lib/postgresql/*/bin/"$program" >/dev/null 2>&1 && continue
    lacking="$lacking $program" packages="$packages $package"
done
browser=$(command -v $shell || command -v chromium || command -v chromium-browser)
[ -z "$browser" ] && lacking="$lacking chromium"
apt=$([ "$(id -u)" = 0 ] && command -v apt-get)
[ -n "$apt" ] && [ -n "$lacking" ] && apt-get update -qq >/dev/null 2>&1
# clang's sanitizers are a package of their own, named after the version that `clang` means.
if ! ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.asan-*.a >/dev/null 2>&1; then
    version=$([ -n "$apt" ] && apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p')
    [ -n "$version" ] && packages="$packages libclang-rt-$version-dev"
fi
case $browser in
*/$shell) ;;
*) if [ -n "$apt" ] && apt-cache show $shell >/dev/null 2>&1; then packages="$packages $shell"
   elif [ -z "$browser" ]; then packages="$packages chromium"; fi ;;
esac
[ -z "$packages" ] && exit 0
if [ -n "$apt" ]; then
    echo "Installing$packages …"
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -yqq -o DPkg::Lock::Timeout=120 --no-install-recommends $packages \
        >/dev/null 2>&1 && exit 0
    echo "Installing them failed."
fi
[ -z "$lacking" ] || echo "Not on this machine:$lacking. The tests that drive them are left out and say so."
