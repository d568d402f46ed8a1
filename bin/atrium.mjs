#!/usr/bin/env node
import './require-node.mjs'

const { existsSync } = await import('node:fs')
const { enableCompileCache, registerHooks } = await import('node:module')
const { fileURLToPath } = await import('node:url')

// The compile cache halves the startup time. It is in node_modules, which only the owner may write.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/atrium', import.meta.url)))

// A checkout runs its sources directly; a package includes the compiled files.
const source = new URL('../src/cli/main.ts', import.meta.url)
const built = new URL('../dist/cli/main.js', import.meta.url)
const start = existsSync(source) ? source : built

// Our files and those of Kysely import each other by full relative paths, so Node does not need to resolve them.
// Skipping that shortens startup.
const formats = new Map([
  [new URL('..', start).href, start === source ? 'module-typescript' : 'module'],
  [new URL('.', import.meta.resolve('kysely')).href, 'module'],
])
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.'))
      for (const [folder, format] of formats)
        if (context.parentURL?.startsWith(folder))
          return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
    return next(specifier, context)
  },
})

const { main } = await import(start.href)
process.exitCode = await main(process.argv.slice(2))
