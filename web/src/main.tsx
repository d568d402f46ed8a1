import './first-page.ts'
import './mantine.css'
import './theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { setDateFormats } from './api/messages.ts'
import { ApiProblem } from './api/problem.ts'
import { unsettle } from './api/settled.ts'
import { App } from './app.tsx'
import { mediumDay, timeAndDay } from './parts/days.ts'
import { Notices } from './parts/notices.tsx'
import { theme } from './theme.ts'

/** Only failures that a retry can solve are retried. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 3 && !(error instanceof ApiProblem && error.status < 500),
      retryDelay: (count) => Math.min(1_000 * 2 ** count, 10_000),
    },
  },
})

setDateFormats({ day: mediumDay, moment: timeAndDay })

const rendered = unsettle()

function Root() {
  useEffect(rendered, [])
  return (
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <QueryClientProvider client={client}>
          <Notices>
            <App />
          </Notices>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Root />)
