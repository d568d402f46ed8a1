#!/bin/sh
# The command `atrium` of an installed package: runs it with the Node that the package brings for Linux, or else
# with the one on the path.
here=$(dirname "$(readlink -f "$0")")

# npm installs dependencies inside the package, or next to it.
for node in "$here"/../node_modules/node-linux-*/bin/node "$here"/../../node-linux-*/bin/node; do
  # It does not run with another C library than glibc.
  "$node" --version >/dev/null 2>&1 && break
  node=node
done

# As `npm start` does: without these, the service holds on to about 50 MB of unused memory.
if [ "${1-}" = serve ]; then
  export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX-1}"
  exec "$node" --max-semi-space-size=8 "$here/atrium.mjs" "$@"
fi
exec "$node" "$here/atrium.mjs" "$@"
