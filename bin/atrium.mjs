#!/usr/bin/env node
import './require-node.mjs'

// In a checkout the sources run as they are; a package carries what was built from them.
const { existsSync } = await import('node:fs')
const source = new URL('../src/cli/main.ts', import.meta.url)
const built = new URL('../dist/cli/main.js', import.meta.url)
const { main } = await import((existsSync(source) ? source : built).href)
process.exitCode = await main(process.argv.slice(2))
