import { Suspense, useEffect, useState } from 'react'
import { matchRoute, Redirect, Route, useLocation, useRouter } from 'wouter'
import { useRecord } from './api/queries.ts'
import { useSession } from './api/session.ts'
import type { User } from './api/types.ts'
import { Frame } from './frame/frame.tsx'
import { ReachBanner } from './frame/reach-banner.tsx'
import { NotFound, NotFoundOutside } from './pages/not-found.tsx'
import { pages } from './pages/registry.ts'
import { forgetWayBack, signInAddress, wayBack } from './pages/sign-in/way-back.ts'
import { Boundary } from './parts/boundary.tsx'
import { PageHead } from './parts/page-head.tsx'
import { Empty, Failed, Loading } from './parts/states.tsx'
import type { Page } from './site/page.ts'
import { SiteContext } from './site/use-pages.ts'
import { texts } from './texts/texts.ts'

/** Shows the page at the current address. */
export function App() {
  const [location] = useLocation()
  const { parser } = useRouter()
  const current = pages.find(({ path }) => matchRoute(parser, path, location)[0])
  return (
    <SiteContext value={{ pages, current }}>
      <ReachBanner />
      <Boundary at={location}>
        <Suspense fallback={<Loading />}>
          {current?.access === 'everybody' ? <Shown page={current} /> : <SignedIn page={current} />}
        </Suspense>
      </Boundary>
    </SiteContext>
  )
}

function Shown({ page: { path, component } }: { page: Page }) {
  return <Route key={path} path={path} component={component} />
}

function SignedIn({ page }: { page: Page | undefined }) {
  const { session, error, refetch } = useSession()
  const [location] = useLocation()
  const isStart = location === '/'
  if (session === undefined)
    return <main>{error === null ? <Loading /> : <Failed error={error} retry={refetch} />}</main>
  if (!session.signedIn || session.next !== null)
    return page === undefined && !isStart ? <NotFoundOutside /> : <Redirect to={signInAddress()} replace />
  return (
    <Frame>
      <Boundary at={location}>
        <Suspense fallback={<Loading />}>
          {page === undefined ? (
            isStart ? (
              <Start />
            ) : (
              <NotFound />
            )
          ) : page.access === 'admins' ? (
            <AdminsOnly page={page} />
          ) : (
            <Shown page={page} />
          )}
        </Suspense>
      </Boundary>
    </Frame>
  )
}

function AdminsOnly({ page }: { page: Page }) {
  const { data, error, refetch } = useRecord<User>('/v1/users/me')
  if (data?.details.permissions.includes('companyAdmin')) return <Shown page={page} />
  return (
    <>
      <PageHead title={page.section ?? page.title ?? ''} />
      {data !== undefined ? (
        <Empty title={texts.states.forbidden} hint={texts.states.adminsOnly} />
      ) : error === null ? (
        <Loading />
      ) : (
        <Failed error={error} retry={() => void refetch()} />
      )}
    </>
  )
}

/** Goes to the page that was asked for before single sign-on, or else to the first one. */
function Start() {
  const [wanted] = useState(wayBack)
  useEffect(forgetWayBack, [])
  return <Redirect to={wanted === '/' ? (pages[0]?.path ?? '/account') : wanted} replace />
}
