/** Scrolls to an element when it appears, if the address ends with its id: `#stages`. */
export function hashTarget(element: HTMLElement | null): void {
  if (element !== null && window.location.hash === `#${element.id}`) element.scrollIntoView()
}
