import { Button, CloseButton, Group, Paper, Portal, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { texts } from '../texts/texts.ts'
import { CopyText } from './copy-text.tsx'
import classes from './notices.module.css'

interface Notice {
  key: number
  kind: 'done' | 'failed'
  text: string
  requestId?: string | undefined
  undo?: (() => void) | undefined
}

interface Notify {
  done(text: string, undo?: () => void): void
  failed(error: unknown): void
}

const Context = createContext<Notify>({ done: () => undefined, failed: () => undefined })

export const useNotices = (): Notify => useContext(Context)

/** Notices in a corner. Successes disappear after a few seconds, failures stay until they are closed. */
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
      setShown((all) => [...all.slice(-3), { ...notice, key }])
      if (notice.kind === 'done') setTimeout(() => remove(key), notice.undo === undefined ? 4_000 : 8_000)
    },
    [remove],
  )
  const notify = useRef<Notify>({
    done: (text, undo) => add({ kind: 'done', text, undo }),
    failed: (error) =>
      add({
        kind: 'failed',
        text: error instanceof Error ? error.message : String(error),
        requestId: error instanceof ApiProblem ? error.requestId : undefined,
      }),
  })
  return (
    <Context.Provider value={notify.current}>
      {children}
      <Portal>
        <Stack gap="sm" className={classes['notices'] ?? ''} aria-live="polite">
          {shown.map(({ key, kind, text, requestId, undo }) => (
            <Paper
              key={key}
              shadow="md"
              p="md"
              role={kind === 'failed' ? 'alert' : 'status'}
              data-kind={kind}
            >
              <Group wrap="nowrap" align="flex-start" justify="space-between">
                <Stack gap="xs">
                  <Text size="sm" {...(kind === 'failed' && { c: 'var(--mantine-color-error)' })}>
                    {text}
                  </Text>
                  {requestId !== undefined && <CopyText label={texts.states.requestId} value={requestId} />}
                  {undo !== undefined && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() => {
                        undo()
                        remove(key)
                      }}
                    >
                      {texts.form.undo}
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
