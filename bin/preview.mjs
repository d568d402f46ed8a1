#!/usr/bin/env node
// Makes one preview: content comes in, a small picture goes out. A process of its own, which may fail.
const { existsSync } = await import('node:fs')
const source = new URL('../src/jobs/previews/draw.ts', import.meta.url)
const built = new URL('../dist/jobs/previews/draw.js', import.meta.url)
const { drawStream } = await import((existsSync(source) ? source : built).href)
await drawStream(process.argv[2], process.stdin, process.stdout)
