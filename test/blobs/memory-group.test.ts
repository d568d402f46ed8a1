import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { memoryGroup } from '../../src/jobs/previews/memory-group.ts'

// Plain files instead of a kernel: few machines that run tests let them create control groups.
const folder = mkdtempSync(join(tmpdir(), 'atrium-groups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const uid = process.getuid?.() || 1_000

function unitOf(name: string, controllers: string, owner = uid) {
  const unit = join(folder, name)
  mkdirSync(unit)
  writeFileSync(join(unit, 'cgroup.controllers'), controllers)
  writeFileSync(join(unit, 'cgroup.procs'), '11\n')
  chownSync(unit, owner, -1)
  const own = join(folder, `${name}.own`)
  writeFileSync(own, `0::/${name}\n`)
  return { unit, system: { root: folder, own, uid } }
}

test('where systemd delegates memory, previews get a group with a limit, beside that of the service', () => {
  const { unit, system } = unitOf('delegated', 'cpu memory pids')
  expect(memoryGroup(1_000, system)).toBe(join(unit, 'previews'))
  const read = (name: string) => readFileSync(join(unit, name), 'utf8')
  expect([read('previews/memory.max'), read('previews/memory.swap.max')]).toEqual(['1000000000', '0'])
  expect([read('service/cgroup.procs'), read('cgroup.subtree_control')]).toEqual(['11', '+memory'])
  // The next time this process is in its new group.
  writeFileSync(system.own, '0::/delegated/service\n')
  expect(memoryGroup(1_000, system)).toBe(join(unit, 'previews'))
})

test('elsewhere there is none, and nothing is changed', () => {
  const { system: without } = unitOf('without-memory', 'cpu pids')
  const { system: others, unit } = unitOf('of-others', 'memory', process.getuid?.() === 0 ? 1_001 : uid)
  const own = { ...others, uid: uid + 5 }
  for (const system of [without, own, { ...others, uid: 0 }, { ...others, own: join(folder, 'missing') }])
    expect(memoryGroup(1_000, system)).toBeUndefined()
  expect(() => readFileSync(join(unit, 'cgroup.subtree_control'))).toThrow()
})
