import { Button, Group, Paper, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isBack, setGone, useGone } from '../api/reach.ts'
import { refreshAll } from '../api/refresh.ts'
import { IconCloudOff } from '../parts/icons.tsx'
import { useNotices } from '../parts/notices.tsx'
import { texts } from '../texts/texts.ts'
import classes from './reach-banner.module.css'

/** Seconds between retries; the last one repeats. */
const pauses = [1, 2, 4, 8, 15]

/** Shown while the service cannot be reached. It retries with growing pauses. */
export function ReachBanner() {
  const gone = useGone()
  const before = useRef(gone)
  const client = useQueryClient()
  const notices = useNotices()
  useEffect(() => {
    // Either a retry of the banner or a request of the page has succeeded.
    if (before.current && !gone) {
      notices.done(texts.states.backAgain)
      void refreshAll(client)
    }
    before.current = gone
  }, [gone, client, notices])
  return gone ? <Gone /> : null
}

function Gone() {
  const [left, setLeft] = useState(pauses[0] ?? 1)
  const tries = useRef(0)
  const attempt = useCallback(async () => {
    setLeft(0)
    if (await isBack()) {
      setGone(false)
      return
    }
    tries.current += 1
    setLeft(pauses[Math.min(tries.current, pauses.length - 1)] ?? 1)
  }, [])
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => (left === 1 ? void attempt() : setLeft(left - 1)), 1_000)
    return () => clearTimeout(timer)
  }, [left, attempt])
  useEffect(() => {
    const online = (): void => void attempt()
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [attempt])
  return (
    <Paper
      component="section"
      aria-label={texts.states.unreachable}
      shadow="md"
      className={classes['banner'] ?? ''}
    >
      <Group gap="md" wrap="nowrap">
        <IconCloudOff size={20} style={{ flexShrink: 0 }} />
        <div style={{ flexGrow: 1 }}>
          <Text size="sm" fw={600} role="alert">
            {texts.states.unreachable}
          </Text>
          <Text size="sm" c="var(--atrium-quiet)">
            {left === 0 ? texts.states.tryingNow : texts.states.tryingIn(left)}
          </Text>
        </div>
        <Button
          variant="default"
          size="compact-sm"
          disabled={left === 0}
          onClick={() => void attempt()}
          style={{ flexShrink: 0 }}
        >
          {texts.states.tryNow}
        </Button>
      </Group>
    </Paper>
  )
}
