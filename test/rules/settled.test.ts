import { expect, test } from 'vitest'
import { projectFiles, read } from './project.ts'

/** What changes a page later: a page counts it as in progress with the functions of `web/src/api/settled.ts`. */
const later =
  /\b(?:setTimeout|setInterval|fetch|startTransition|useDebounced\w+)\(|new XMLHttpRequest|<Suspense\b/

/** The files that may use it, and why a page may settle in between. Paths from `web/src`. */
const exceptions: Readonly<Record<string, string>> = {
  'api/settled.ts': 'it counts',
  'api/client.ts': 'it counts the request with the reading of the response',
  'api/live.ts': 'it counts its requests; it waits for others, and before it connects again',
  'api/reach.ts': 'it counts the request',
  'api/send-content.ts': 'it counts the request',
  'api/uploads.ts': 'it counts uploads, but not the pause before the next try',
  'api/write.ts': 'the next task after a write that is counted',
  'api/favorites.ts': 'a page counts as opened after 1.5 s',
  'early.js': 'the application counts these requests as its own',
  'frame/live-updates.tsx': 'looks for notifications, which others cause',
  'frame/palette-dialog.tsx': 'the next task',
  'frame/palette.tsx': 'loads code before it is needed',
  'frame/reach-banner.tsx': 'counts down seconds',
  'frame/use-tray-place.ts': 'closes a list when nobody has looked at it for a while',
  'pages/files/pdf-pages.tsx': 'it counts the request with the reading of the response',
  'pages/files/thumbnail.tsx': 'waits for a preview that the service has not created yet',
  'pages/files/use-lock-end.ts': 'waits for the end of a lock',
  'pages/inbox/inbox.tsx': 'looks for notifications, which others cause',
  'pages/setup/webhooks/use-fresh.ts': 'looks for what others cause',
  'pages/tasks/comment.tsx': 'stops following a size',
  'pages/time/cell-edits.ts': 'removes a sign, and tries again, after some seconds',
  'pages/time/clock.ts': 'shows the time',
  'pages/welcome.tsx': 'shows that something takes longer',
  'parts/download.ts': 'frees memory',
  'parts/hint.tsx': 'shows a hint when the pointer rests',
  'parts/notices.tsx': 'removes a notice after some seconds',
  'parts/until-loaded.tsx': 'it counts until the fallback is replaced',
  'parts/wait.ts': 'counts down seconds',
  'site/early-keys.ts': 'stops keeping keys that nothing took',
  'site/use-later.ts': 'it counts',
}

test('what changes a page later keeps it from settling, or is listed with a reason', () => {
  const sources = projectFiles.filter((path) => /^web\/src\/.*\.(?:tsx?|js)$/.test(path))
  expect(sources.length).toBeGreaterThan(200)
  const found = sources
    .filter((path) => later.test(read(path).replaceAll('refetch(', '')))
    .map((path) => path.replace('web/src/', ''))
  expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
