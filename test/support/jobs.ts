import { Notifier } from '../../src/jobs/notifications/notifier.ts'
import { jobQueues } from '../../src/jobs/registry.ts'
import type { Job } from '../../src/jobs/runner.ts'
import type { World } from './world.ts'

/** The jobs that a service of this world would run, by queue; `dir`: where its backups go. */
export function queuesOf({ app, blobs }: Pick<World, 'app' | 'blobs'>, dir?: string): Record<string, Job[]> {
  const log = { info: () => undefined, error: () => undefined }
  return jobQueues({
    blobs,
    outbox: app.outbox,
    notifier: new Notifier(app.outbox.sends),
    notificationMailer: app.notificationMailer,
    backups: { dir, everyHours: 24, keep: 7 },
    backupContext: { installation: 'a test', log, note: () => undefined, environment: {} },
  })
}

/** All of them. */
export const jobsOf = (world: Pick<World, 'app' | 'blobs'>, dir?: string): Job[] =>
  Object.values(queuesOf(world, dir)).flat()
