#!/usr/bin/env node
// Content comes in, and a small image or the text of a document goes out. A separate process, because it may crash.
const { existsSync } = await import('node:fs')
const [, , task = ''] = process.argv
const load = (source, built) => import((existsSync(source) ? source : built).href)
if (task.startsWith('text-')) {
  const { extractStream } = await load(
    new URL('../src/jobs/texts/extract.ts', import.meta.url),
    new URL('../dist/jobs/texts/extract.js', import.meta.url),
  )
  await extractStream(task.slice('text-'.length), process.stdin, process.stdout)
} else {
  const { drawStream } = await load(
    new URL('../src/jobs/previews/draw.ts', import.meta.url),
    new URL('../dist/jobs/previews/draw.js', import.meta.url),
  )
  await drawStream(task, process.stdin, process.stdout)
}
