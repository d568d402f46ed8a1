const dark = window.matchMedia('(prefers-color-scheme: dark)')

// Swagger UI has dark colours of its own, behind this class.
function followColours() {
  document.documentElement.classList.toggle('dark-mode', dark.matches)
}

followColours()
dark.addEventListener('change', followColours)

// The service may be reached by other names than its public one, and the page may only call where it comes from.
function sendToThisHost(request) {
  const { pathname, search } = new URL(request.url, window.location.href)
  request.url = window.location.origin + pathname + search
  return request
}

window.SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('explorer'),
  layout: 'BaseLayout',
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  // A token on a shared computer must not outlive the page.
  persistAuthorization: false,
  validatorUrl: null,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  requestInterceptor: sendToThisHost,
  syntaxHighlight: { theme: 'nord' },
})
