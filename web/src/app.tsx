import { Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useSession } from './api/session.ts'
import { Frame } from './frame/frame.tsx'
import { ReachBanner } from './frame/reach-banner.tsx'
import { accountPages } from './pages/account/pages.ts'
import { insidePages } from './pages/inside.ts'
import { outsidePages } from './pages/outside.ts'
import type { Page } from './pages/page.ts'
import { forgetWayBack, signInAddress, wayBack } from './pages/sign-in/way-back.ts'
import { Boundary } from './parts/boundary.tsx'
import { Failed, Loading } from './parts/states.tsx'

const route = ({ path, component }: Page) => <Route key={path} path={path} component={component} />

/** Where each address leads. Pages load when they are first opened. */
export function App() {
  const [at] = useLocation()
  return (
    <>
      <ReachBanner />
      <Boundary at={at}>
        <Suspense fallback={<Loading />}>
          <Switch>
            {outsidePages.map(route)}
            <Route>
              <SignedIn />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </>
  )
}

function SignedIn() {
  const { session, error, refetch } = useSession()
  const [at] = useLocation()
  if (session === undefined)
    return <main>{error === null ? <Loading /> : <Failed error={error} retry={refetch} />}</main>
  if (!session.signedIn || session.next !== null) return <Redirect to={signInAddress()} replace />
  return (
    <Frame>
      <Boundary at={at}>
        <Suspense fallback={<Loading />}>
          <Switch>
            {insidePages.map(route)}
            {accountPages.map(route)}
            <Route>
              <Beginning />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </Frame>
  )
}

/** Where one begins, or was about to go when single sign-on came between. */
function Beginning() {
  const [wanted] = useState(wayBack)
  useEffect(forgetWayBack, [])
  return <Redirect to={wanted === '/' ? (insidePages[0]?.path ?? '/account') : wanted} replace />
}
