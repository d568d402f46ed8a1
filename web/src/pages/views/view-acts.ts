import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { useChange, usePage } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import type { Report } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { useNotices } from '../../parts/notices.tsx'
import { viewTexts as words } from '../../texts/views.ts'

const list = '/v1/reports'

/** The parts of a view that its page shows and that can be changed. */
export type ViewState = Pick<Report['details'], 'layout' | 'groupBy' | 'filter'> &
  Partial<Pick<Report['details'], 'columns' | 'dateField'>>

/** The parts of a view that never change. */
export type ViewPlace = Pick<Report['details'], 'source' | 'workspaceId'> &
  Partial<Pick<Report['details'], 'sort'>>

export interface ViewName {
  reportName: string
  shared: boolean
}

/** Whether a view is what a page shows. */
export function isSame(state: ViewState, view: ViewState): boolean {
  const keys = Object.keys(state) as (keyof ViewState)[]
  return keys.every((key) => JSON.stringify(state[key] || null) === JSON.stringify(view[key] || null))
}

/** The views that the person created or that are shared, in the order of `sort`. Administrators may see others too. */
export function useViews(filter: string, sort: 'rank' | 'reportName'): readonly Report[] {
  const { user } = useMe()
  const { data } = usePage<Report>(`${list}?sort=${sort}&limit=500&filter=${encodeURIComponent(filter)}`)
  return data?.items.filter(({ details }) => details.shared || details.createdBy === user?.id) ?? []
}

/** What people do with views. */
export function useViewActs() {
  const client = useQueryClient()
  const notices = useNotices()
  const create = useChange<ViewName & ViewState & ViewPlace, Report>((body) => ({
    method: 'POST',
    path: list,
    body,
    headers: { prefer: 'return=representation' },
  }))
  const change = useChange<{ id: string; body: Partial<ViewName & ViewState> }>(({ id, body }) => ({
    method: 'PUT',
    path: `${list}/${id}`,
    body,
  }))
  const place = useChange<{ id: string; body: { after: string } | { before: string } }>(({ id, body }) => ({
    method: 'PUT',
    path: `${list}/${id}/place`,
    body,
  }))
  const removal = useChange<Report>(({ id }) => ({ method: 'DELETE', path: `${list}/${id}` }))
  /** A view that is created again has another id, and comes where the old one was. */
  const makeAgain = async ({ details }: Report, next: Report | undefined): Promise<void> => {
    const { createdAt, updatedAt, createdBy, ...body } = details
    const made = await api<Report>('POST', list, { body, headers: { prefer: 'return=representation' } })
    // Only the views of one workspace have an order.
    if (body.workspaceId !== null && next?.details.workspaceId === body.workspaceId)
      await api('PUT', `${list}/${made.id}/place`, { body: { before: next.id } })
    await refreshAfterWrite(client, list)
  }
  return {
    create,
    change,
    move: (id: string, body: { after: string } | { before: string }): void =>
      place.mutate({ id, body }, { onError: notices.failed }),
    remove: (view: Report, next: Report | undefined, done: () => void): void =>
      removal.mutate(view, {
        onError: notices.failed,
        onSuccess: () => {
          const { reportName } = view.details
          const undo = rememberAct({ label: reportName, undo: () => makeAgain(view, next) })
          notices.undoable(words.removed(reportName), undo)
          done()
        },
      }),
  }
}
