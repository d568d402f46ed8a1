import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Where Linux shows control groups, and who we are. */
interface System {
  root: string
  own: string
  uid: number | undefined
}

const linux = (): System => ({ root: '/sys/fs/cgroup', own: '/proc/self/cgroup', uid: process.getuid?.() })

/** The group of the service's own processes, beside that of the previews: a group with limited children has none. */
const service = 'service'

/**
 * The control group that limits the memory of the preview process, where systemd has delegated one to this account
 * (`Delegate=memory` in the unit); otherwise undefined. Creates the group, and moves the service into one beside it.
 */
export function memoryGroup(megabytes: number, { root, own, uid }: System = linux()): string | undefined {
  try {
    const [, path] = /^0::(.+)$/m.exec(readFileSync(own, 'utf8')) ?? []
    if (path === undefined || uid === undefined || uid === 0) return undefined
    const current = join(root, path)
    const isMoved = basename(current) === service
    const unit = isMoved ? dirname(current) : current
    const controllers = readFileSync(join(unit, 'cgroup.controllers'), 'utf8').split(/\s/)
    if (statSync(unit).uid !== uid || !controllers.includes('memory')) return undefined
    if (!isMoved) moveInto(join(unit, service), unit)
    writeFileSync(join(unit, 'cgroup.subtree_control'), '+memory')
    const group = join(unit, 'previews')
    mkdirSync(group, { recursive: true })
    writeFileSync(join(group, 'memory.max'), String(megabytes * 1_000_000))
    writeFileSync(join(group, 'memory.swap.max'), '0')
    return group
  } catch {
    return undefined
  }
}

/** Moves all processes of the service, one at a time, as the kernel demands. */
function moveInto(group: string, unit: string): void {
  mkdirSync(group, { recursive: true })
  for (const pid of readFileSync(join(unit, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
    writeFileSync(join(group, 'cgroup.procs'), pid)
}
