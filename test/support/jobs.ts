import { allJobs } from '../../src/jobs/registry.ts'
import type { Job } from '../../src/jobs/runner.ts'
import type { World } from './world.ts'

/** Every job that a service of this world would run; `dir`: where its backups go. */
export function jobsOf({ app, blobs }: Pick<World, 'app' | 'blobs'>, dir?: string): Job[] {
  const log = { info: () => undefined, error: () => undefined }
  return allJobs({
    blobs,
    outbox: app.outbox,
    backups: { dir, everyHours: 24, keep: 7 },
    backupContext: { installation: 'a test', log, note: () => undefined, environment: {} },
  })
}
