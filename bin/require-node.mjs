// Plain JavaScript that any Node can read: what follows needs a newer one, and says so in one line.
const needed = 24
const [major] = process.versions.node.split('.')
if (Number(major) < needed) {
  process.stderr.write(
    `Atrium needs Node ${needed} or later, and this is ${process.versions.node}. On Linux, "npm ci" brings it for the npm scripts; elsewhere install it first.\n`,
  )
  process.exit(2)
}
