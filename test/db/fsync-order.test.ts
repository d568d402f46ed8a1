import { describe, expect, test } from 'vitest'
import { Order } from '../../prove/fsync/order.ts'
import { TraceReader } from '../../prove/fsync/trace.ts'
import { Faults } from '../../prove/proof.ts'

/** Traces as `npm run prove -- --only fsync` reads them, in orders that it must accept or reject. */
const requestId = '034y2XUXPQuSK07TQuB0kd'
const mark = '034y2XURBlWrjKrfd27hM3'
const key = '034y2XURBlWrjKrfd27AAA'

const wal = '24</d/atrium.db-wal>'
const row = `10 pwrite64(${wal}, "\\r\\0\\17C${mark}\\0", 4096, 20632) = 4096`
const sync = `10 fsync(${wal}) = 0`
const answer = `10 writev(30<socket:[1]>, [{iov_base="HTTP/1.1 201 Created\\r\\nx-request-id: ${requestId}\\r\\n\\r\\n", iov_len=99}, {iov_base="{}", iov_len=2}], 2) = 101`

function faultsOf(lines: readonly string[]): readonly string[] {
  const faults = new Faults()
  const order = new Order([{ what: 'A task', requestId, mark }], faults)
  const reader = new TraceReader()
  for (const line of lines) order.see(reader.read(line))
  order.end()
  return faults.all
}

describe('an answer', () => {
  const unsynced = ['A task was acknowledged before it was synced']
  test.each<[string, readonly string[], readonly string[]]>([
    ['after the row and its sync is in order', [row, sync, answer], []],
    ['that is not there is missed', [row, sync], ['A task: its answer is not in the trace']],
    ['before the sync is found', [row, answer, sync], unsynced],
    ['before the row is found', [sync, answer, row], ['A task was acknowledged before it was written']],
    ['after a sync that came before the row is found', [sync, row, answer], unsynced],
    [
      'after a sync that failed is found',
      [row, sync.replace('= 0', '= -1 EIO (Input/output error)'), answer],
      unsynced,
    ],
    ['after the sync of another file is found', [row, sync.replace('-wal', ''), answer], unsynced],
    ['after a sync, but with more written since, is found', [row, sync, row, answer], unsynced],
    [
      'while the sync goes on in another thread is found',
      [row, `11 fsync(${wal} <unfinished ...>`, answer, '11 <... fsync resumed>) = 0'],
      unsynced,
    ],
    [
      'after a sync that began before the row was written is found',
      [`11 fsync(${wal} <unfinished ...>`, row, '11 <... fsync resumed>) = 0', answer],
      unsynced,
    ],
    [
      'after a sync in another thread is in order',
      [row, `11 fsync(${wal} <unfinished ...>`, '11 <... fsync resumed>) = 0', answer],
      [],
    ],
  ])('%s', (_, lines, faults) => {
    expect(faultsOf(lines)).toEqual(faults)
  })
})

describe('content', () => {
  const incoming = `/d/blobs/incoming/1/${key}`
  const written = `12 writev(40<${incoming}>, [{iov_base="x", iov_len=1}], 1) = 1`
  const synced = `12 fsync(40<${incoming}>) = 0`
  const linked = `12 link("${incoming}", "/d/blobs/content/1/AA/${key}") = 0`
  const folder = '12 fsync(41</d/blobs/content/1/AA>) = 0'
  const rows = row.replace(mark, `${mark} 1/${key}`)
  const after = [rows, sync, answer]
  const noFolder = [`The content ${key} had a row before the folder of its name was synced`]
  test.each<[string, readonly string[], readonly string[]]>([
    ['that is synced, and its folder too, is in order', [written, synced, linked, folder], []],
    [
      'that is not synced is found',
      [written, linked, folder],
      [`The content ${key} had a row before it was synced`],
    ],
    [
      'that goes on after its sync is found',
      [written, synced, written, linked, folder],
      [`The content ${key} had a row before it was synced`],
    ],
    ['without a name is found', [written, synced, folder], noFolder],
    ['whose folder is not synced is found', [written, synced, linked], noFolder],
    ['whose folder was synced before it was named is found', [written, synced, folder, linked], noFolder],
  ])('%s', (_, lines, faults) => {
    expect(faultsOf([...lines, ...after])).toEqual(faults)
  })
})
