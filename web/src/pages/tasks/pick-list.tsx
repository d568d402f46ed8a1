import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconCheck } from '../../parts/icons.tsx'
import { stepInMenu } from '../../site/arrow-keys.ts'
import { taskTexts } from '../../texts/tasks.ts'
import classes from './float.module.css'

export interface PickOption {
  value: string
  label: string
  icon?: ReactNode
  /** At the right: a date, a count. */
  hint?: string
  /** The key that does the same. Touch screens do not show it. */
  keys?: string
  chosen?: boolean
  /** Typing its number chooses it. */
  digit?: number
}

interface PickListProps {
  label: string
  placeholder?: string
  /** The options for what was typed. */
  options: (typed: string) => readonly PickOption[]
  onPick: (value: string) => void
  /** Follows what is typed, for options that have to be searched for. */
  onType?: (typed: string) => void
  /** Several can be chosen, so that it stays open. */
  many?: boolean
  below?: ReactNode
  /** Why there are no options; that nothing matches by default. */
  nothing?: ReactNode
}

/** Keeps the options whose words begin with the typed text. */
export function matchingOptions(options: readonly PickOption[], typed: string): readonly PickOption[] {
  const text = typed.trim().toLocaleLowerCase()
  if (text === '') return options
  return options.filter(({ label }) => {
    const name = label.toLocaleLowerCase()
    return name.startsWith(text) || name.includes(` ${text}`)
  })
}

const digitOf = (options: readonly PickOption[], typed: string): PickOption | undefined =>
  options.find(({ digit }) => digit !== undefined && String(digit) === typed)

/** A field and the options that match it; the arrow keys choose one, Enter takes it. */
export function PickList({
  label,
  placeholder,
  options,
  onPick,
  onType,
  many = false,
  below,
  nothing = taskTexts.pick.nothing,
}: PickListProps) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shown = options(typed)
  const active = Math.min(at, shown.length - 1)
  useEffect(() => {
    // The on-screen keyboard would cover the options.
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    const first = isTouch ? list.current : field.current
    first?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const pick = (option: PickOption | undefined): void => {
    if (option === undefined) return
    onPick(option.value)
    if (many) setTyped('')
  }
  // Enter or a number may come before the options are loaded.
  const early = shown.length > 0 ? (isWaiting ? shown[active] : undefined) : digitOf(options(''), typed)
  useEffect(() => {
    if (early === undefined) return
    setWaiting(false)
    setTyped('')
    onPick(early.value)
  }, [early, onPick])
  const onKeyDown = (event: KeyboardEvent): void => {
    const byDigit = typed === '' ? digitOf(shown, event.key) : undefined
    const next = stepInMenu(event.key, active, shown.length)
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter' && shown.length === 0) setWaiting(true)
    else if (event.key === 'Enter') pick(shown[active])
    else if (byDigit !== undefined) pick(byDigit)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        ref={field}
        className={classes['input']}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onType?.(event.currentTarget.value)
          setAt(0)
          setWaiting(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={many || undefined}
        tabIndex={-1}
        className={classes['options']}
        onKeyDown={onKeyDown}
      >
        {shown.map((option, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input selects the active option.
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which points here with aria-activedescendant.
          <div
            key={option.value}
            id={`${id}-${n}`}
            role="option"
            aria-selected={option.chosen ?? false}
            data-active={n === active || undefined}
            data-at={n}
            className={classes['option']}
            onClick={() => pick(option)}
            onMouseMove={() => setAt(n)}
          >
            {option.icon !== undefined && <i className={classes['mark']}>{option.icon}</i>}
            <span>{option.label}</span>
            {option.keys !== undefined && (
              <span className={classes['hint']} data-keys>
                {option.keys}
              </span>
            )}
            {option.hint !== undefined && <span className={classes['hint']}>{option.hint}</span>}
            {option.chosen && <IconCheck size={16} />}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className={classes['nothing']}>{nothing}</p>}
      {below}
    </>
  )
}
