import { Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { auth } from '../api/client.ts'
import { outsideTexts } from '../texts/outside.ts'

const { welcome: words } = outsideTexts

/** How far the sample company is, asked for again and again until it is there or has failed. */
export function Making({ token, onOver }: { token: string; onOver?: () => void }) {
  const { data, isError } = useQuery({
    queryKey: ['making', token],
    queryFn: () => auth('POST /auth/setup-links', { token }),
    refetchInterval: 300,
    gcTime: 0,
    retry: false,
  })
  const isOver = isError || data?.making === null
  useEffect(() => {
    if (isOver) onOver?.()
  }, [isOver, onOver])
  const { done, total } = data?.making ?? { done: 0, total: 1 }
  return (
    <Stack gap="sm" mih={240}>
      <Title order={2}>{words.making}</Title>
      <Progress value={(100 * done) / total} aria-label={words.making} />
      <Text size="sm" role="status">
        {data?.making ? words.madeOf(done, total) : ' '}
      </Text>
      <Text size="sm" c="var(--atrium-quiet)">
        {words.makingHint}
      </Text>
    </Stack>
  )
}
