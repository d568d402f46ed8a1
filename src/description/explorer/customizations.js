// Where the page differs from plain Swagger UI.
const nothing = () => () => null
const nameAlone = ({ text }) => text
const alwaysNameAlone = () => nameAlone

export const customizations = () => ({
  wrapComponents: {
    // The access panel above sets the token once for all operations.
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
    // There is only one server: the one this page came from.
    ServersContainer: nothing,
    // Screen readers cannot reach a link inside a button.
    DeepLink: alwaysNameAlone,
  },
})

const nameOfRow = (element) => element.closest('tr')?.dataset.paramName

// Adds missing labels, and makes scrolling areas reachable by keyboard, whenever something new is shown.
export function addMissingLabels(root) {
  const label = (selector, role, text) => {
    const found = root.querySelector(selector)
    found?.setAttribute('role', role)
    found?.setAttribute('aria-label', text)
  }
  const mend = () => {
    for (const field of root.querySelectorAll(
      'select:not([aria-label]), input:not([aria-label]), textarea:not([aria-label])',
    )) {
      if (field.labels?.length) continue
      const name =
        nameOfRow(field) ?? field.closest('.content-type-wrapper, .response-control-media-type')?.textContent
      field.setAttribute('aria-label', name ?? field.getAttribute('placeholder') ?? 'Value')
    }
    for (const toggle of root.querySelectorAll('.model-box-control:not([aria-label])'))
      if (toggle.textContent.trim() === '') toggle.setAttribute('aria-label', 'Show more or less')
    label('.information-container', 'region', 'About the API')
    label('.filter-container', 'search', 'Operations')
    for (const scrolled of root.querySelectorAll('pre:not([tabindex])')) scrolled.tabIndex = 0
  }
  new MutationObserver(mend).observe(root, { childList: true, subtree: true })
  mend()
}
