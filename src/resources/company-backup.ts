import { demand, mayAdministerCompany } from '../auth/permissions.ts'
import { readBackupState } from '../backup/runs.ts'
import type { BackupSchedule } from '../base/config/backup-settings.ts'
import { backupFailures } from '../db/rows/running.ts'
import { ok } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

const moment: JsonSchema = { type: 'string', format: 'date-time' }
const count: JsonSchema = { type: ['integer', 'null'] }

const last: JsonSchema = {
  type: ['object', 'null'],
  description: 'The result of the last backup that ended.',
  additionalProperties: false,
  required: ['startedAt', 'seconds', 'rows', 'bytes', 'failure'],
  properties: {
    startedAt: moment,
    seconds: { type: 'integer', description: 'How long it took.' },
    rows: { ...count, description: 'Rows of the whole installation.' },
    bytes: { ...count, description: 'Bytes of file content.' },
    failure: {
      type: ['string', 'null'],
      enum: [...backupFailures, null],
      description:
        'What went wrong. `lacking_contents`: complete, except for file content that the service itself is missing. `gone`: the folder no longer contains a backup.',
    },
  },
}

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['state', 'running', 'everyHours', 'lastGoodAt', 'last'],
  properties: {
    state: {
      type: 'string',
      enum: ['none', 'waiting', 'fine', 'failed', 'overdue'],
      description: '`none`: there are none, and none are scheduled. `waiting`: the first is still due.',
    },
    running: { type: 'boolean', description: 'Whether a backup is running.' },
    everyHours: { ...count, description: 'Hours between scheduled backups; null if none are scheduled.' },
    lastGoodAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the last complete backup began.',
    },
    last,
  },
}

export function companyBackupRoutes(api: Api, schedule: BackupSchedule): void {
  api.get(
    '/v1/company/backup',
    {
      summary: 'Shows the state of the installation’s backups.',
      needs: 'A company admin.',
      answer: {
        ok: schema,
        sentence: 'When the last backup ran, its result, and whether the next one is overdue.',
      },
      problems: ['forbidden'],
    },
    async ({ actor, db }) => {
      demand(mayAdministerCompany(actor), 'Only company admins may see the state of backups.')
      return ok(await readBackupState(db, schedule))
    },
  )
}
