import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { measureDelays } from './change-delays.ts'
import { inSetting, type Setting } from './change-setting.ts'
import { measureDeliveries } from './deliveries.ts'
import { measureNotifications } from './notifications.ts'
import { measurePositions } from './positions.ts'
import { measureStreams } from './streams.ts'

const help = `Usage: npm run bench:changes -- [options]

Starts the real service on a database of its own and measures the change feed, webhooks and notifications: how long
changes take to a stream; memory and delays of many streams, and how long a stop takes with them; pages after any
position; deliveries a second to one receiver; comments with one and with 1,000 followers; and a long inbox. On PostgreSQL changes are written through one process and read from another.

  --engine sqlite|postgres   One engine only. Default: both, one after the other.
  --only NAME                One of delays, streams, positions, deliveries, notifications. Default: all.
  --changes N                How many single changes are timed. Default: 200.
  --streams N                How many streams. Default: 10,000. The limit of open files must be higher.
  --seconds N                How long the streams get 100 changes a second. Default: 10.
  --positions N              How many changes the feed has. Default: 1,000,000.
  --deliveries N             How many deliveries are sent. Default: 20,000.
  --inbox N                  How many unread notifications one person has. Default: 100,000.
  --help                     Shows this help.`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    only: { type: 'string' },
    changes: { type: 'string', default: '200' },
    streams: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
    positions: { type: 'string', default: '1000000' },
    deliveries: { type: 'string', default: '20000' },
    inbox: { type: 'string', default: '100000' },
    help: { type: 'boolean' },
  },
})

const measures: Readonly<Record<string, (setting: Setting) => Promise<void>>> = {
  delays: (setting) => measureDelays(setting, Number(values.changes)),
  streams: (setting) => measureStreams(setting, Number(values.streams), Number(values.seconds)),
  positions: (setting) => measurePositions(setting, Number(values.positions)),
  deliveries: (setting) => measureDeliveries(setting, Number(values.deliveries)),
  notifications: (setting) => measureNotifications(setting, Number(values.inbox)),
}

async function run(): Promise<void> {
  const engines: Engine[] = values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine as Engine]
  for (const engine of engines)
    for (const [name, measure] of Object.entries(measures))
      if (values.only === undefined || values.only === name) await inSetting(engine, measure)
}

if (values.help === true) process.stdout.write(`${help}\n`)
else await run()
// Embedded PostgreSQL would keep the process running.
process.exit(0)
