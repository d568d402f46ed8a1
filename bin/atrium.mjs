#!/usr/bin/env node
import './require-node.mjs'

const { existsSync } = await import('node:fs')
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// What was compiled once is not compiled again: it halves the time to start. Nobody else may write there.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/atrium', import.meta.url)))

// In a checkout the sources run as they are; a package carries what was built from them.
const source = new URL('../src/cli/main.ts', import.meta.url)
const built = new URL('../dist/cli/main.js', import.meta.url)
const { main } = await import((existsSync(source) ? source : built).href)
process.exitCode = await main(process.argv.slice(2))
