import { Button, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiProblem, Unreachable } from '../api/problem.ts'
import { texts } from '../texts/texts.ts'
import { CopyText } from './copy-text.tsx'
import classes from './states.module.css'

/** A placeholder for content that is loading. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label={texts.states.loading}>
      {Array.from({ length: rows }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <Skeleton key={n} height={32} radius={8} />
      ))}
    </Stack>
  )
}

/** Shown in place of an empty list, with the first thing to do. */
export function Empty({ title, hint, action }: { title: string; hint?: string; action?: ReactNode }) {
  return (
    <Stack gap="sm" align="flex-start" className={classes['state'] ?? ''}>
      <div>
        <h2 className={classes['title']}>{title}</h2>
        {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
      </div>
      {action}
    </Stack>
  )
}

/** Shown in place of content that could not be loaded, with a way to retry and the request ID. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const { states } = texts
  const title =
    error instanceof Unreachable
      ? states.unreachable
      : error instanceof ApiProblem && error.status === 404
        ? states.notFound
        : error instanceof ApiProblem && error.status === 403
          ? states.forbidden
          : states.failed
  const hint =
    error instanceof Unreachable
      ? states.unreachableHint
      : error instanceof ApiProblem && error.status === 404
        ? states.notFoundHint
        : error instanceof Error
          ? error.message
          : String(error)
  return (
    <Stack gap="sm" align="flex-start" className={classes['state'] ?? ''} role="alert">
      <div>
        <h2 className={classes['title']}>{title}</h2>
        <p className={classes['hint']}>{hint}</p>
      </div>
      {error instanceof ApiProblem && error.requestId !== undefined && (
        <CopyText label={states.requestId} value={error.requestId} />
      )}
      {retry !== undefined && (
        <Button variant="default" onClick={retry}>
          {states.tryAgain}
        </Button>
      )}
    </Stack>
  )
}
