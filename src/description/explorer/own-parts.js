// What Swagger UI shows otherwise than it would by itself.
const nothing = () => () => null
const nameAlone = ({ text }) => text
const alwaysNameAlone = () => nameAlone

export const ownParts = () => ({
  wrapComponents: {
    // Who one acts as is chosen above, once for all operations.
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
    // There is one server: the one that this page came from.
    ServersContainer: nothing,
    // A link inside of a button cannot be reached by those who hear the page.
    DeepLink: alwaysNameAlone,
  },
})

const nameOfRow = (element) => element.closest('tr')?.dataset.paramName

// Names what has none, and lets keys reach what scrolls; again whenever something new is shown.
export function mendNames(root) {
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
      if (toggle.textContent.trim() === '') toggle.setAttribute('aria-label', 'More or less of it')
    label('.information-container', 'region', 'About the API')
    label('.filter-container', 'search', 'Operations')
    for (const scrolled of root.querySelectorAll('pre:not([tabindex])')) scrolled.tabIndex = 0
  }
  new MutationObserver(mend).observe(root, { childList: true, subtree: true })
  mend()
}
