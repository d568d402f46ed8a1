// Runs first, so that the browser loads the code of the page while the other modules run. `pages/registry.ts` loads it
// again and reports a failure.
if (window.location.pathname.startsWith('/p/workspace/'))
  import('./pages/work/workspace.tsx').catch(() => undefined)

export {}
