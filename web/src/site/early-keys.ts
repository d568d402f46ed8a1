/** What was typed since a key opened a field whose code may still have to be loaded. */
let typed: string | undefined
let onEscape: () => void = () => undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Milliseconds after which the field is no longer expected. */
const patience = 10_000

function stop(): string {
  const text = typed ?? ''
  typed = undefined
  clearTimeout(timer)
  document.removeEventListener('keydown', onKeyDown, true)
  document.removeEventListener('pointerdown', stop, true)
  return text
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Escape') {
    stop()
    onEscape()
  } else if (event.key === 'Backspace') typed = typed?.slice(0, -1)
  else if (event.key.length === 1) typed += event.key
}

/** Holds typed letters for a field that is still loading, instead of treating them as shortcuts. Escape cancels. */
export function holdKeys(giveUp: () => void): void {
  stop()
  typed = ''
  onEscape = giveUp
  timer = setTimeout(stop, patience)
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('pointerdown', stop, true)
}

/** The field has the focus: returns what was typed before. */
export const takeKeys = (): string => stop()
