import { useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { about } from '../../api/problem.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { rememberAct } from '../../api/undo.ts'
import { useNotices } from '../../parts/notices.tsx'
import { timelineTexts as words } from '../../texts/timeline.ts'
import { followPointer } from './follow-pointer.ts'
import { shownTask } from './task-data.ts'
import classes from './timeline.module.css'

/** The task whose row is at a point of the window. */
function taskAt(x: number, y: number): string | undefined {
  const row = document.elementFromPoint(x, y)?.closest('tr')
  return row?.querySelector<HTMLElement>('[data-task]')?.dataset['task']
}

/** Makes another task wait for this one. */
function useLink(id: string): (waiting: string) => Promise<void> {
  const client = useQueryClient()
  const notices = useNotices()
  return async (waiting) => {
    const path = `/v1/tasks/${waiting}/blockers/${id}`
    const write = async (method: 'PUT' | 'DELETE'): Promise<void> => {
      await api(method, path)
      await refreshAfterWrite(client, `/v1/tasks/${waiting}/blockers`)
      await refreshAfterWrite(client, '/v1/tasks')
    }
    try {
      await write('PUT')
    } catch (error) {
      notices.failed(about(shownTask(waiting)?.title ?? '', error))
      return
    }
    const label = words.linked(shownTask(id)?.title ?? '', shownTask(waiting)?.title ?? '')
    const undo = rememberAct({ label, undo: () => write('DELETE') })
    notices.undoable(label, undo)
  }
}

/** A point behind a bar: dragged to another task, it makes that one wait. The page of a task has a menu for it. */
export function LinkHandle({ id, left }: { id: string; left: number }) {
  const link = useLink(id)
  const [line, setLine] = useState<string>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const begin = (event: PointerEvent<HTMLElement>): void => {
    event.stopPropagation()
    const { x, y, width, height } = event.currentTarget.getBoundingClientRect()
    stop.current = followPointer(event, {
      move: ({ clientX, clientY }) => setLine(`M${x + width / 2} ${y + height / 2}L${clientX} ${clientY}`),
      drop: ({ clientX, clientY }) => {
        const waiting = taskAt(clientX, clientY)
        if (waiting !== undefined && waiting !== id) void link(waiting)
      },
      end: () => setLine(undefined),
    })
  }
  return (
    <>
      <span
        className={classes['link']}
        style={{ left }}
        data-link={id}
        data-held={line !== undefined || undefined}
        title={words.link}
        aria-hidden="true"
        onPointerDown={begin}
      />
      {line !== undefined && (
        <svg className={classes['linkLine']} aria-hidden="true">
          <path d={line} />
        </svg>
      )}
    </>
  )
}
