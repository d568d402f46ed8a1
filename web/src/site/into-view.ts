/** On a phone, a row of tabs is wider than the screen; this scrolls to the current one. */
export function intoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ inline: 'center', block: 'nearest' })
}
