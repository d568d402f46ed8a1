import { Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { auth } from '../api/client.ts'
import { outsideTexts } from '../texts/outside.ts'

const { welcome: words } = outsideTexts

/** The progress of the sample data, polled until it is complete or has failed. */
export function CreatingSample({ token, onOver }: { token: string; onOver?: () => void }) {
  const { data, isError } = useQuery({
    queryKey: ['creating sample', token],
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
      <Title order={2}>{words.creating}</Title>
      <Progress value={(100 * done) / total} aria-label={words.creating} />
      <Text size="sm" role="status">
        {data?.making ? words.createdOf(done, total) : ' '}
      </Text>
      <Text size="sm" c="var(--atrium-quiet)">
        {words.creatingHint}
      </Text>
    </Stack>
  )
}
