import { Button, CloseButton, Group, Paper, Portal, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { ApiProblem, maySucceedLater, Unreachable } from '../api/problem.ts'
import { useGone } from '../api/reach.ts'
import { isTaken, onTaken, type Undo } from '../api/undo.ts'
import { texts } from '../texts/texts.ts'
import { CopyText } from './copy-text.tsx'
import classes from './notices.module.css'
import { takeBack } from './take-back.ts'

interface Notice {
  key: number
  kind: 'done' | 'failed'
  text: string
  requestId?: string | undefined
  /** It says that the service cannot be reached. */
  isOutage?: boolean
  act?: NoticeAct | undefined
  /** Of a remembered act. */
  undo?: Undo
}

interface NoticeAct {
  label: string
  run: () => void
}

interface Notify {
  done(text: string, undo?: () => void): void
  /** Something is done, and there is something to do with it. */
  offered(text: string, act: NoticeAct): void
  /** A remembered act is done. The notice disappears once Ctrl Z has taken it back. */
  undoable(text: string, undo: Undo, onUndone?: () => void): void
  failed(error: unknown): void
  /** The service refused something that the page already showed. The notice offers it again if it may succeed. */
  refused(error: unknown, retry: () => void): void
}

const Context = createContext<Notify>({
  done: () => undefined,
  offered: () => undefined,
  undoable: () => undefined,
  failed: () => undefined,
  refused: () => undefined,
})

export const useNotices = (): Notify => useContext(Context)

const noticeOf = (error: unknown): Omit<Notice, 'key'> => ({
  kind: 'failed',
  text: error instanceof Error ? error.message : String(error),
  requestId: error instanceof ApiProblem ? error.requestId : undefined,
  isOutage: error instanceof Unreachable,
})

/** The notice once the service is back: only a change that can be tried again is still worth one. */
const afterOutage = (notice: Notice): Notice[] => {
  if (!notice.isOutage) return [notice]
  if (notice.act === undefined) return []
  const text = notice.text.replace(texts.states.cannotReach, texts.states.couldNotReach)
  return [{ ...notice, text, isOutage: false }]
}

const most = 3

/** Notices in a corner, three at most, and none twice. Successes disappear after a few seconds, failures stay until they are closed. */
export function Notices({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Notice[]>([])
  const count = useRef(0)
  const remove = useCallback(
    (key: number) => setShown((all) => all.filter((notice) => notice.key !== key)),
    [],
  )
  const add = useCallback(
    (notice: Omit<Notice, 'key'>) => {
      count.current += 1
      const key = count.current
      setShown((all) => [
        ...all.filter(({ text }) => text !== notice.text).slice(1 - most),
        { ...notice, key },
      ])
      if (notice.kind === 'done') setTimeout(() => remove(key), notice.act === undefined ? 4_000 : 10_000)
    },
    [remove],
  )
  useEffect(
    () => onTaken(() => setShown((all) => all.filter(({ undo }) => undo === undefined || !isTaken(undo)))),
    [],
  )
  const gone = useGone()
  useEffect(() => {
    if (!gone) setShown((all) => all.flatMap(afterOutage))
  }, [gone])
  const notify = useRef<Notify>({
    done: (text, undo) =>
      add({
        kind: 'done',
        text,
        act: undo === undefined ? undefined : { label: texts.form.undo, run: undo },
      }),
    offered: (text, act) => add({ kind: 'done', text, act }),
    undoable: (text, undo, onUndone) =>
      add({
        kind: 'done',
        text,
        undo,
        act: { label: texts.form.undo, run: () => takeBack(undo, notify.current, onUndone) },
      }),
    failed: (error) => add(noticeOf(error)),
    refused: (error, retry) =>
      add({
        ...noticeOf(error),
        ...(maySucceedLater(error) && { act: { label: texts.states.tryAgain, run: retry } }),
      }),
  })
  return (
    <Context.Provider value={notify.current}>
      {children}
      <Portal>
        <Stack gap="sm" className={classes['notices'] ?? ''} aria-live="polite">
          {shown.map(({ key, kind, text, requestId, act }) => (
            <Paper
              key={key}
              shadow="md"
              p="md"
              role={kind === 'failed' ? 'alert' : 'status'}
              data-kind={kind}
            >
              <Group wrap="nowrap" align="center" justify="space-between">
                <Stack gap="xs" align="flex-start" className={classes['text'] ?? ''}>
                  <Text size="sm" {...(kind === 'failed' && { c: 'var(--mantine-color-error)' })}>
                    {text}
                  </Text>
                  {requestId !== undefined && <CopyText label={texts.states.requestId} value={requestId} />}
                  {act !== undefined && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      ml={-8}
                      onClick={() => {
                        act.run()
                        remove(key)
                      }}
                    >
                      {act.label}
                    </Button>
                  )}
                </Stack>
                <CloseButton aria-label={texts.form.close} onClick={() => remove(key)} />
              </Group>
            </Paper>
          ))}
        </Stack>
      </Portal>
    </Context.Provider>
  )
}
