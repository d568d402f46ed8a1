import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A section of a page, at most as wide as is comfortable to read. */
export function Section({
  title,
  hint,
  action,
  wide = false,
  children,
}: {
  title: string
  hint?: string
  action?: ReactNode
  wide?: boolean
  children?: ReactNode
}) {
  const id = useId()
  return (
    <Paper component="section" p={{ base: 'md', sm: 'lg' }} aria-labelledby={id}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box flex="1 1 300px" maw={640}>
            <Title order={2} id={id}>
              {title}
            </Title>
            {hint !== undefined && (
              <Text size="sm" c="var(--atrium-quiet)" mt={4}>
                {hint}
              </Text>
            )}
          </Box>
          {action}
        </Group>
        {children !== undefined && (
          <Stack gap="md" maw={wide ? undefined : 640}>
            {children}
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}
