import { tokenNow } from './access.js'
import { showAccess } from './access-panel.js'
import { asOpenApi30 } from './as-openapi-3-0.js'
import { addMissingLabels, customizations } from './customizations.js'

const dark = window.matchMedia('(prefers-color-scheme: dark)')

// Uses the theme chosen in the web application.
function chosenScheme() {
  try {
    return localStorage.getItem('mantine-color-scheme-value')
  } catch {
    return null
  }
}

// Swagger UI has its own dark colours behind this class.
function followColours() {
  const scheme = chosenScheme()
  const isDark = scheme === 'dark' || (scheme !== 'light' && dark.matches)
  document.documentElement.classList.toggle('dark-mode', isDark)
}

followColours()
dark.addEventListener('change', followColours)

// The service may have other addresses than its public one, and the page may only call its own origin.
async function sendToThisHost(request) {
  const { pathname, search } = new URL(request.url, window.location.href)
  request.url = window.location.origin + pathname + search
  const token = /^\/(v1|search)\//.test(pathname) ? await tokenNow() : undefined
  if (token !== undefined) request.headers.Authorization = `Bearer ${token}`
  return request
}

const root = document.getElementById('explorer')

showAccess()
addMissingLabels(root)

const description = await fetch('/openapi.json').then(
  (response) => (response.ok ? response.json() : undefined),
  () => undefined,
)

const show = (spec) =>
  window.SwaggerUIBundle({
    spec,
    domNode: root,
    layout: 'BaseLayout',
    plugins: [customizations],
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    // A token on a shared computer must not outlive the page.
    persistAuthorization: false,
    validatorUrl: null,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    // The members of a request body, and of the record in a response.
    defaultModelExpandDepth: 3,
    displayRequestDuration: true,
    requestInterceptor: sendToThisHost,
    syntaxHighlight: { theme: 'tomorrow-night' },
  })

if (description !== undefined) show(asOpenApi30(description))
else root.textContent = 'Could not load the description. Reload the page when the service is available again.'
