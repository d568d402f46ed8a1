import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useSession } from './api/session.ts'
import { useSessionState } from './api/session-state.ts'
import { Frame } from './frame/frame.tsx'
import { Failed, Loading } from './parts/states.tsx'

const WorkspacesPage = lazy(() =>
  import('./pages/workspaces.tsx').then((page) => ({ default: page.WorkspacesPage })),
)

const ApiPage = lazy(() => import('./pages/setup/api.tsx').then((page) => ({ default: page.ApiPage })))

/** Where each address leads. Pages load when they are first opened. */
export function App() {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Suspense>
  )
}

function SignedIn() {
  const { data, error, refetch } = useSession()
  const state = useSessionState()
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />
  if (data === undefined) return <Loading />
  if (state?.signedIn === false || data.next != null)
    return <Redirect to={`/sign-in?back=${encodeURIComponent(window.location.pathname)}`} />
  return (
    <Frame>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/setup/advanced/api" component={ApiPage} />
          <Route path="/workspaces" component={WorkspacesPage} />
          <Route>
            <Redirect to="/workspaces" />
          </Route>
        </Switch>
      </Suspense>
    </Frame>
  )
}
