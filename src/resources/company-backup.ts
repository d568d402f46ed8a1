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
  description: 'How the last one went that has ended.',
  additionalProperties: false,
  required: ['startedAt', 'seconds', 'rows', 'bytes', 'failure'],
  properties: {
    startedAt: moment,
    seconds: { type: 'integer', description: 'How long it took.' },
    rows: { ...count, description: 'Of the whole installation.' },
    bytes: { ...count, description: 'Of all contents.' },
    failure: {
      type: ['string', 'null'],
      enum: [...backupFailures, null],
      description:
        'What went wrong; `lacking_contents`: it is whole but for contents that the service itself lacks; `gone`: the folder holds no backup any more.',
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
      description:
        '`none`: none were made, and none are scheduled. `waiting`: the first is still to be made.',
    },
    running: { type: 'boolean', description: 'Whether one is being made now.' },
    everyHours: { ...count, description: 'How often one is made by itself; null where none is.' },
    lastGoodAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'The moment of the last whole one.',
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
        sentence: 'When the last backup was made, how it went, and whether it is overdue.',
      },
      problems: ['forbidden'],
    },
    async ({ actor, db }) => {
      demand(mayAdministerCompany(actor), 'Only company admins may see how it stands with backups.')
      return ok(await readBackupState(db, schedule))
    },
  )
}
