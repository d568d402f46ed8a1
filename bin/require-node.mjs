// Plain JavaScript that any Node can parse: the rest needs a newer version, and this says so in one line.
import { existsSync } from 'node:fs'

const needed = 24
const [major] = process.versions.node.split('.')
if (Number(major) < needed) {
  const isCheckout = existsSync(new URL('../src', import.meta.url))
  const advice = isCheckout
    ? 'On Linux, "npm ci" installs it for the npm scripts; elsewhere install it first.'
    : 'Run the command "atrium", which on Linux brings its own, or install Node first.'
  process.stderr.write(
    `Atrium needs Node ${needed} or later, but this is ${process.versions.node}. ${advice}\n`,
  )
  process.exit(2)
}
