#!/usr/bin/env node
// Creates one preview: content comes in, a small image goes out. A separate process, because it may crash.
const { existsSync } = await import('node:fs')
const source = new URL('../src/jobs/previews/draw.ts', import.meta.url)
const built = new URL('../dist/jobs/previews/draw.js', import.meta.url)
const { drawStream } = await import((existsSync(source) ? source : built).href)
await drawStream(process.argv[2], process.stdin, process.stdout)
