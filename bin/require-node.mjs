// Plain JavaScript that any Node can parse: the rest needs a newer version, and this says so in one line.
const needed = 24
const [major] = process.versions.node.split('.')
if (Number(major) < needed) {
  process.stderr.write(
    `Atrium needs Node ${needed} or later, but this is ${process.versions.node}. On Linux, "npm ci" installs it for the npm scripts; elsewhere install it first.\n`,
  )
  process.exit(2)
}
