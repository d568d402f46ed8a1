import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Listeners } from '../api/listeners.ts'
import { isSingleKey, type KeyName, keysOf, keyTable, partsOf } from './key-table.ts'

/** The name of the modifier key on this system. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

const signs: Readonly<Record<string, string>> = {
  Mod: modKey,
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

/** The keys of a binding as people read them. */
export function keyCaps(keys: string): string[] {
  return partsOf(keys).flatMap((key) => {
    if (key.length > 1) return [signs[key] ?? key]
    return /[A-Z]/.test(key) ? ['Shift', key] : [key.toUpperCase()]
  })
}

export const keyHint = (name: KeyName): string => keyCaps(keyTable[name].keys).join(' ')

type Handlers = Partial<Record<KeyName, (event: KeyboardEvent | undefined) => void>>

interface Layer {
  handlers: { current: Handlers }
}

let layers: readonly Layer[] = []
const listeners = new Listeners()
let withSingleKeys = true

export function setSingleKeys(on: boolean): void {
  withSingleKeys = on
}

function setLayers(next: readonly Layer[]): void {
  layers = next
  listeners.notify()
}

/** Whether keys belong to a field that has the focus, or to an open dialog or menu. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select')
}

/** Closed menus may stay in the document. */
const isCovered = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some(
    (each) => each.getClientRects().length > 0,
  )

/** The action for a key on this page, if there is one. */
function actionFor(event: KeyboardEvent): (() => void) | undefined {
  const keys = keysOf(event)
  for (const { handlers } of [...layers].reverse())
    for (const [name, act] of Object.entries(handlers.current) as [KeyName, Handlers[KeyName]][]) {
      if (act === undefined || keyTable[name].keys !== keys) continue
      if (name !== 'palette' && name !== 'send' && (isTyping(event.target) || isCovered())) continue
      if (isSingleKey(keys) && !withSingleKeys && keys !== '?') continue
      return () => act(event)
    }
  return undefined
}

/** Does what the key would do on this page. */
export function runAction(name: KeyName): void {
  for (const { handlers } of [...layers].reverse()) {
    const act = handlers.current[name]
    if (act === undefined) continue
    act(undefined)
    return
  }
}

let pressedG = Number.NEGATIVE_INFINITY

/** Calls the action for a key. `go` opens the page for a letter after G, and returns whether there is one. */
export function listenForKeys(go: (letter: string) => boolean): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    const keys = keysOf(event)
    const isFree = withSingleKeys && !isTyping(event.target) && !isCovered()
    if (isFree && event.timeStamp - pressedG < 1_500) {
      pressedG = Number.NEGATIVE_INFINITY
      if (go(keys)) {
        event.preventDefault()
        return
      }
    }
    if (isFree && keys === 'g') {
      pressedG = event.timeStamp
      return
    }
    const act = actionFor(event)
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/** Binds actions to keys while the component is shown. The component that was shown last comes first. */
export function useKeyActions(handlers: Handlers): void {
  const current = useRef(handlers)
  // A key works as soon as the component can be seen.
  useLayoutEffect(() => {
    current.current = handlers
  })
  useLayoutEffect(() => {
    const layer = { handlers: current }
    setLayers([...layers, layer])
    return () => setLayers(layers.filter((each) => each !== layer))
  }, [])
}

export interface OfferedAction {
  name: KeyName
  does: string
  keys: string
  run: () => void
}

/** The actions that the palette offers on this page. */
export function useOfferedActions(): OfferedAction[] {
  const shown = useSyncExternalStore(listeners.subscribe, () => layers)
  const seen = new Set<string>()
  return shown
    .toReversed()
    .flatMap(({ handlers }) => Object.entries(handlers.current) as [KeyName, Handlers[KeyName]][])
    .flatMap(([name, run]) => {
      const { does, keys } = keyTable[name]
      if (run === undefined || 'onlyKey' in keyTable[name] || seen.has(name)) return []
      seen.add(name)
      return [{ name, does, keys, run: () => run(undefined) }]
    })
}
