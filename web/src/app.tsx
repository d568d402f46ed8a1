import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useSession } from './api/session.ts'
import { useSessionState } from './api/session-state.ts'
import { Frame } from './frame/frame.tsx'
import { insidePages } from './pages/inside.ts'
import { outsidePages } from './pages/outside.ts'
import type { Page } from './pages/page.ts'
import { Failed, Loading } from './parts/states.tsx'

const route = ({ path, component }: Page) => <Route key={path} path={path} component={component} />

/** Where each address leads. Pages load when they are first opened. */
export function App() {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        {outsidePages.map(route)}
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
          {insidePages.map(route)}
          <Route>
            <Redirect to={insidePages[0]?.path ?? '/'} />
          </Route>
        </Switch>
      </Suspense>
    </Frame>
  )
}
