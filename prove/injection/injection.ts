import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Random } from '../../bench/random.ts'
import { startMailServer } from '../../test/support/smtp-server.ts'
import { beginRound } from '../bad-input/begin.ts'
import { settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { type Service, stop } from '../service.ts'
import { failuresIn, readLog } from '../subject/log.ts'
import { throughFields } from './fields.ts'
import { throughFileNames } from './files.ts'
import { countRows, filesIn, isOurs, lostRows } from './harm.ts'
import { lookAtCalendar, lookAtLetters, lookAtPages, lookAtTables } from './outputs.ts'
import { payloads } from './payloads.ts'
import { throughFilters, throughHeaders } from './questions.ts'

export const injectionProof: Proof = {
  name: 'injection',
  sentence:
    'Texts crafted as SQL, headers, formulas, paths, pages, templates, log lines or calendar entries, sent in every text field, file name, filter and header, come back unchanged or are refused by name. They leave no trace in tables, folders, emails, logs, downloads, pages, calendars or spreadsheets.',
  engines: bothEngines,
  run,
}

/** Payloads per text, filter and header. */
const amounts = { short: { field: 2, filter: 1, header: 2, name: 20 }, long: everything() }

function everything(): Record<'field' | 'filter' | 'header' | 'name', number> {
  const all = payloads.length
  return { field: all, filter: all, header: all, name: all }
}

async function run(place: Place): Promise<Outcome> {
  const { engine, long, folder, onProgress } = place
  const amount = long ? amounts.long : amounts.short
  const faults = new Faults()
  const mail = await startMailServer()
  try {
    const settings = await settingsFor(place, {
      ATRIUM_LOG_LEVEL: 'trace',
      ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
      ATRIUM_SMTP_URL: mail.url,
    })
    const round = await beginRound(place, settings, new Random(1), faults)
    const { service } = round.given
    const before = { rows: await countRows(settings), around: readdirSync(tmpdir()) }

    const fields = await throughFields(round, amount.field, (share) =>
      onProgress(share * 0.6, `fields on ${engine}`),
    )
    onProgress(0.6, `file names on ${engine}`)
    const names = await throughFileNames(round, amount.name)
    onProgress(0.7, `filters and headers on ${engine}`)
    const filters = await throughFilters(round, amount.filter)
    const headers = await throughHeaders(round, amount.header)
    onProgress(0.9, `what comes of it on ${engine}`)
    await lookAtLetters(round, mail)
    await lookAtCalendar(round)
    const pages = await lookAtPages(round)
    const cells = await lookAtTables(round)

    const counted = { 'text was kept': fields.kept, 'file name was kept': names.kept, 'cell was seen': cells }
    for (const [what, count] of Object.entries(counted)) if (count === 0) faults.add(`No ${what}`)
    for (const lost of lostRows(before.rows, await countRows(settings))) faults.add(lost)
    for (const path of filesIn(folder)) if (!isOurs(path)) faults.add(`There is an unexpected file ${path}`)
    const strangers = readdirSync(tmpdir()).filter((name) => !before.around.includes(name))
    for (const name of strangers)
      if (/evil|passwd|\.txt$/.test(name)) faults.add(`There is a file ${name} outside`)
    round.wire.close()
    const code = await stop(service)
    if (code !== 0) faults.add(`The service ended with ${code} when it was stopped`)
    for (const fault of logFaults(service)) faults.add(fault)
    return {
      figures: {
        payloads: payloads.length,
        'texts sent': fields.sent,
        'of them kept as they were': fields.kept,
        'file names': names.sent,
        'of those kept': names.kept,
        filters,
        headers,
        'cells of tables': cells,
        pages,
      },
      faults: faults.all,
    }
  } finally {
    await mail.stop()
  }
}

/** Every line must be one JSON object without terminal control characters. */
function* logFaults(service: Service): Generator<string> {
  const log = readLog(service)
  yield* failuresIn(log)
  for (const line of log.lines) if (line.msg === 'fake') yield 'The log has a line that a caller wrote'
  const raw = /(?!\n)\p{Cc}|[\u2028\u2029]/u.exec(service.written())
  if (raw !== null)
    yield `The log has the control character U+${raw[0].charCodeAt(0).toString(16)} in ${JSON.stringify(service.written().slice(Math.max(0, raw.index - 150), raw.index + 20))}`
}
