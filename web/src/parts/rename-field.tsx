import { useEffect, useRef, useState } from 'react'
import { loadVersion } from '../api/write.ts'
import { texts } from '../texts/texts.ts'
import { useNotices } from './notices.tsx'

interface RenameFieldProps {
  /** The path of the record. */
  path: string
  name: string
  label: string
  className?: string | undefined
  /** Selects a file name without its ending: that stays unless somebody wants to change it. */
  keepsEnding?: boolean
  onSave: (name: string) => void
  /** With Enter or Escape the focus has to go somewhere; otherwise the person has moved it. */
  onClose: (byKey: boolean) => void
}

/** The name of a record while it is being changed. The version is read first, so that nobody's change is overwritten. */
export function RenameField({
  path,
  name,
  label,
  className,
  keepsEnding,
  onSave,
  onClose,
}: RenameFieldProps) {
  const notices = useNotices()
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  // Somebody else may rename it while the person types.
  const first = useRef(name)
  useEffect(() => {
    // A menu that closes takes the focus back first.
    const frame = requestAnimationFrame(() => {
      field.current?.focus()
      const dot = keepsEnding ? first.current.lastIndexOf('.') : -1
      field.current?.setSelectionRange(0, dot > 0 ? dot : first.current.length)
    })
    void loadVersion(path).catch(() => undefined)
    return () => cancelAnimationFrame(frame)
  }, [path, keepsEnding])
  const save = (byKey: boolean): void => {
    const next = text.trim()
    if (next === '') notices.done(texts.form.nameKept(first.current))
    else if (next !== first.current) onSave(next)
    onClose(byKey)
  }
  return (
    <input
      ref={field}
      className={className}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => save(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save(true)
        else if (event.key === 'Escape') onClose(true)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
