import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type StageRow, stage } from '../../schema/records/stage.ts'
import { type Found, findInside } from '../workspaces/inside.ts'

export const stages = listOf(stage, { below: true, inOrder: true })

export const presentStage = (site: Site, row: StageRow): Representation =>
  present(stage, site.publicUrl, row.id, row)

export function findStage(reader: Reader, actor: Actor, id: string): Promise<Found<StageRow>> {
  return findInside(reader, actor, 'stages', id, 'stage')
}
