import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { matchRoute, Redirect, Route, useLocation, useRouter } from 'wouter'
import { useRecord } from './api/queries.ts'
import { useSession } from './api/session.ts'
import type { Settings, User } from './api/types.ts'
import { Frame } from './frame/frame.tsx'
import { ReachBanner } from './frame/reach-banner.tsx'
import { usePreferences } from './frame/use-preferences.ts'
import { NotFound, NotFoundOutside } from './pages/not-found.tsx'
import { pages } from './pages/registry.ts'
import { forgetWayBack, signInAddress, wayBack } from './pages/sign-in/way-back.ts'
import { Boundary } from './parts/boundary.tsx'
import { PageHead } from './parts/page-head.tsx'
import { Empty, Failed, Loading } from './parts/states.tsx'
import { UntilLoaded } from './parts/until-loaded.tsx'
import { lazyPart } from './site/load-when-back.ts'
import type { Page } from './site/page.ts'
import { SiteContext } from './site/use-pages.ts'
import { texts } from './texts/texts.ts'

/** It is on every page, and the pages work without it. */
const TimeBar = lazyPart(async () => {
  const loaded = await import('./pages/time/time-bar.tsx').catch(() => ({ TimeBar: () => null }))
  return loaded.TimeBar
})

/** Opened with a key on every page. */
const NewTask = lazyPart(async () => (await import('./pages/tasks/new-task-anywhere.tsx')).NewTaskAnywhere)

/** Shows the page at the current address. */
export function App() {
  const [location] = useLocation()
  const { parser } = useRouter()
  const current = pages.find(({ path }) => matchRoute(parser, path, location)[0])
  // The code of the page is loaded while the first pages are rendered, once; `PageRoute` reports a failure.
  current?.load().catch(() => undefined)
  return (
    <SiteContext value={{ pages, current }}>
      <ReachBanner />
      <Boundary at={location}>
        <UntilLoaded fallback={<Loading />}>
          {current?.access === 'everybody' ? (
            <PageRoute key={current.path} page={current} />
          ) : (
            <SignedIn page={current} />
          )}
        </UntilLoaded>
      </Boundary>
    </SiteContext>
  )
}

/** Unlike a lazy component, it shows the page as soon as its code is there: React delays what replaces a fallback. */
function PageRoute({ page }: { page: Page }) {
  const [failure, setFailure] = useState<{ error: unknown }>()
  const [, setLoaded] = useState<Page>()
  const component = page.component()
  useEffect(() => {
    if (component === undefined)
      page.load().then(
        () => setLoaded(page),
        (error: unknown) => setFailure({ error }),
      )
  }, [page, component])
  if (failure !== undefined) throw failure.error
  return component === undefined ? <Loading /> : <Route path={page.path} component={component} />
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
    <Frame timer={TimeBar} newTask={NewTask}>
      <Boundary at={location}>
        <Preferred at={location}>
          <UntilLoaded fallback={<Loading />}>
            {page === undefined ? (
              isStart ? (
                <Start />
              ) : (
                <NotFound />
              )
            ) : page.access === 'admins' ? (
              <AdminsOnly page={page} />
            ) : (
              <PageRoute key={page.path} page={page} />
            )}
          </UntilLoaded>
        </Preferred>
      </Boundary>
    </Frame>
  )
}

/** Renders a page again when the settings require it; the one that changes them stays as it is. */
function Preferred({ at, children }: { at: string; children: ReactNode }) {
  const key = usePreferences()
  return <Fragment key={at.startsWith('/account') ? 'account' : key}>{children}</Fragment>
}

function AdminsOnly({ page }: { page: Page }) {
  const { data, error, refetch } = useRecord<User>('/v1/users/me')
  if (data?.details.permissions.includes('companyAdmin')) return <PageRoute key={page.path} page={page} />
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

/** Goes to the page that was requested before single sign-on, or else to the one that the person chose. */
function Start() {
  const [wanted] = useState(wayBack)
  const { data, isPending } = useRecord<Settings>('/v1/users/me/settings')
  useEffect(forgetWayBack, [])
  if (wanted === '/' && isPending) return <Loading />
  const chosen = pages.find(({ path }) => path === `/${data?.details.startPage}`) ?? pages[0]
  return <Redirect to={wanted === '/' ? (chosen?.path ?? '/account') : wanted} replace />
}
