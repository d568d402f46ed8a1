import type { Migration } from './migration.ts'

const keys = {
  milestones: ['titleKey', 'status', 'startDateKey', 'dueDateKey', 'updatedAt'],
  events: ['titleKey', 'startsAt', 'endsAt', 'updatedAt'],
}

/** Their other indexes begin with a workspace. */
export const migration: Migration = {
  name: '0034-lists-across-workspaces',
  statements: Object.entries(keys).flatMap(([table, own]) =>
    own.map(
      (key) =>
        `CREATE INDEX "${table}OfAllBy${key.charAt(0).toUpperCase()}${key.slice(1)}" ON "${table}" ("companyNo", "${key}", "id")`,
    ),
  ),
}
