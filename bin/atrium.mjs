#!/usr/bin/env node
import './require-node.mjs'

const { existsSync } = await import('node:fs')
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// The compile cache halves the startup time. It is in node_modules, which only the owner may write.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/atrium', import.meta.url)))

// A checkout runs its sources directly; a package includes the compiled files.
const source = new URL('../src/cli/main.ts', import.meta.url)
const built = new URL('../dist/cli/main.js', import.meta.url)
const { main } = await import((existsSync(source) ? source : built).href)
process.exitCode = await main(process.argv.slice(2))
