#!/bin/sh
# debian_package_test.sh BUILD: the Debian package that CPack makes passes lintian, installs into an empty system and leaves nothing
# behind when it is removed.
set -eu
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cpack --config "$1/CPackConfig.cmake" -B "$directory/cpack" >"$directory/log" || { cat "$directory/log"; exit 1; }
package=$(echo "$directory"/cpack/*.deb)
lintian --fail-on error --allow-root "$package"
dpkg-deb --info "$package"

root=$directory/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers"
: >"$root/var/lib/dpkg/status"
# Without root's rights dpkg works in a name space where this user is root.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else unshare --map-root-user "$@"; fi
}
# The system's own cache of libraries is left alone.
mkdir "$directory/tools"
printf '#!/bin/sh\nexit 0\n' >"$directory/tools/ldconfig"
chmod +x "$directory/tools/ldconfig"
PATH=$directory/tools:$PATH
as_root dpkg --root="$root" --force-depends --force-script-chrootless --log=/dev/null --install "$package" 2>&1
for file in bin/quern include/quern/quern.h lib/libquern.so lib/libquern.so.0 lib/pkgconfig/quern.pc share/quern/models/tales.gguf; do
    test -e "$root/usr/$file"
done
LD_LIBRARY_PATH=$root/usr/lib "$root/usr/bin/quern" tokenize --prompt hello
as_root dpkg --root="$root" --force-script-chrootless --log=/dev/null --purge quern
left=$(find "$root" -path "$root/var/lib/dpkg" -prune -o ! -type d -print)
test -z "$left" || { echo "left behind: $left"; exit 1; }
test ! -e "$root/usr"
