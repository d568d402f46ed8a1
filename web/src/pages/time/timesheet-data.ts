import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { usePage } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import type { Timesheet } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { useNotices } from '../../parts/notices.tsx'
import { timesheetTexts as words } from '../../texts/timesheets.ts'

export type TimesheetState = Timesheet['details']['state']

/** One's own timesheets of the weeks from one Monday to another. */
export function useTimesheets(from: string, to: string): readonly Timesheet[] | undefined {
  const filter = `userHash="me" AND week>="${from}" AND week<="${to}"`
  return usePage<Timesheet>(`/v1/timesheets?limit=100&sort=-week&filter=${encodeURIComponent(filter)}`).data
    ?.items
}

type Step = 'submission' | 'approval' | 'return'

/** The actions on timesheets. A notice describes what happened, and offers to undo it. */
export function useTimesheetActs() {
  const client = useQueryClient()
  const notices = useNotices()
  const write = async (method: 'PUT' | 'DELETE', id: string, step: Step, body?: object): Promise<void> => {
    await api(method, `/v1/timesheets/${id}/${step}`, { body })
    await refreshAfterWrite(client, '/v1/timesheets')
  }
  const act = async (
    work: () => Promise<void>,
    said: string,
    undo?: { label: string; undo: () => Promise<void> },
  ): Promise<boolean> => {
    try {
      await work()
    } catch (error) {
      notices.failed(error)
      return false
    }
    if (undo === undefined) notices.done(said)
    else notices.undoable(said, rememberAct(undo))
    return true
  }
  return {
    submit: (week: string, known: Timesheet | undefined) => {
      let id = known?.id
      return act(
        async () => {
          id ??= (await api<Timesheet>('POST', '/v1/timesheets', { body: { week } })).id
          await write('PUT', id, 'submission')
        },
        words.submitted,
        { label: words.submissionOf, undo: () => write('DELETE', id ?? '', 'submission') },
      )
    },
    takeBack: ({ id }: Timesheet) => act(() => write('DELETE', id, 'submission'), words.takenBack),
    approve: ({ id }: Timesheet) =>
      act(() => write('PUT', id, 'approval'), words.approved, {
        label: words.approvalOf,
        undo: () => write('DELETE', id, 'approval'),
      }),
    sendBack: ({ id }: Timesheet, note: string) =>
      act(() => write('PUT', id, 'return', note.trim() === '' ? {} : { note }), words.returned),
  }
}
