import { tokenNow } from './access.js'
import { showAccess } from './access-panel.js'
import { asBefore } from './as-before.js'
import { mendNames, ownParts } from './own-parts.js'

const dark = window.matchMedia('(prefers-color-scheme: dark)')

// The choice that was made in the application counts here too.
function chosenScheme() {
  try {
    return localStorage.getItem('mantine-color-scheme-value')
  } catch {
    return null
  }
}

// Swagger UI has dark colours of its own, behind this class.
function followColours() {
  const scheme = chosenScheme()
  const isDark = scheme === 'dark' || (scheme !== 'light' && dark.matches)
  document.documentElement.classList.toggle('dark-mode', isDark)
}

followColours()
dark.addEventListener('change', followColours)

// The service may be reached by other names than its public one, and the page may only call where it comes from.
async function sendToThisHost(request) {
  const { pathname, search } = new URL(request.url, window.location.href)
  request.url = window.location.origin + pathname + search
  const token = /^\/(v1|search)\//.test(pathname) ? await tokenNow() : undefined
  if (token !== undefined) request.headers.Authorization = `Bearer ${token}`
  return request
}

const root = document.getElementById('explorer')

showAccess()
mendNames(root)

const description = await fetch('/openapi.json').then(
  (response) => (response.ok ? response.json() : undefined),
  () => undefined,
)

const show = (spec) =>
  window.SwaggerUIBundle({
    spec,
    domNode: root,
    layout: 'BaseLayout',
    plugins: [ownParts],
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    // A token on a shared computer must not outlive the page.
    persistAuthorization: false,
    validatorUrl: null,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    // The members of a body, and of the record in an answer.
    defaultModelExpandDepth: 3,
    displayRequestDuration: true,
    requestInterceptor: sendToThisHost,
    syntaxHighlight: { theme: 'tomorrow-night' },
  })

if (description !== undefined) show(asBefore(description))
else root.textContent = 'The description could not be loaded. Open this page again when the service is back.'
