import { useState } from 'react'

const prefix = 'atrium-draft:'
/** The id of the person who is signed in. */
let owner = ''

const storageKey = (name: string): string => `${prefix}${owner}:${name}`

function readDraft(name: string): string {
  try {
    return localStorage.getItem(storageKey(name)) ?? ''
  } catch {
    return ''
  }
}

function writeDraft(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(storageKey(name))
    else localStorage.setItem(storageKey(name), text)
  } catch {
    // Without storage a draft lasts until the page is closed.
  }
}

/** Text that survives closing the dialog, the page and the browser. An empty text removes it. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name))
  return [
    text,
    (next) => {
      setText(next)
      writeDraft(name, next)
    },
  ]
}

function removeDrafts(isRemoved: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && isRemoved(key)) localStorage.removeItem(key)
  } catch {
    // There is nothing to remove without storage.
  }
}

/** Drafts belong to the person who wrote them: the next person who signs in does not find them. */
export function keepDraftsOf(userId: string): void {
  owner = userId
  removeDrafts((key) => !key.startsWith(storageKey('')))
}

/** Whether it is a choice, or the text before a change, that is stored with a draft. Nobody would miss it. */
const isChoice = (key: string): boolean =>
  /, (internal|before)$/.test(key) || key === storageKey('workspace of the last task')

/** Whether there is text that was not sent or saved, in any tab. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(storageKey('')) && !isChoice(key))
  } catch {
    return false
  }
}

export function forgetDrafts(): void {
  removeDrafts(() => true)
}
