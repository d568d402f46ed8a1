import { parseArgs } from 'node:util'
import { sections } from './browser-sections.ts'
import { startBrowserSite } from './browser-site.ts'

const names = Object.keys(sections)

const help = `Usage: npm run bench:browser -- [options]

Measures the web application in a headless Chromium, with a service of its own:

  drop     1,000 files dropped at once: the longest task, their order, name conflicts
  week     a week of 200 rows: from a key to its paint, and requests per pause
  scroll   a folder of 10,000 files: frames while scrolling
  upload   a large upload that is paused, reloaded and resumed: the same SHA-256
  zip      the ZIP of a folder with 10,000 files: opened by unzip and Python

  --only NAME,…   These sections only. Default: all.
  --files N       Files in the folder of scroll and zip. Default: 10,000.
  --bytes N       The size of the upload. Default: 5,000,000,000.
  --help          Shows this help.`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: names.join(',') },
    files: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '5000000000' },
    help: { type: 'boolean' },
  },
})

async function main(): Promise<number> {
  if (values.help) {
    console.log(help)
    return 0
  }
  const asked = values.only.split(',')
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no section ${unknown.join(', ')}. Choose from ${names.join(', ')}.`)
    return 1
  }
  const site = await startBrowserSite()
  try {
    const sizes = { files: Number(values.files), bytes: Number(values.bytes) }
    let isMissed = false
    for (const [name, measure] of Object.entries(sections).filter(([each]) => asked.includes(each)))
      for (const { what, value, goal, isMet } of await measure(site, sizes)) {
        isMissed ||= !isMet
        console.log(
          `${name.padEnd(8)}${what.padEnd(44)}${value.padStart(16)}   ${isMet ? '' : `goal: ${goal}`}`,
        )
      }
    return isMissed ? 2 : 0
  } finally {
    await site.stop()
  }
}

process.exitCode = await main()
