import { Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { IconArrowRight, IconBriefcase, IconSearch } from '../parts/icons.tsx'
import { paletteTexts as words } from '../texts/palette.ts'
import classes from './palette.module.css'
import { matching, type Target, usePageTargets, useWorkspaceTargets } from './palette-targets.ts'

const most = 40

/** A search field with results; the arrow keys choose one and Enter opens it. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const pages = usePageTargets()
  const { targets, hasNextPage, isFetchingNextPage, isPending, error, fetchNextPage } = useWorkspaceTargets()
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const found = [...matching(pages, typed, most), ...matching(targets, typed, most)].slice(0, most)
  const chosen = Math.min(at, found.length - 1)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const open = ({ href }: Target): void => {
    onClose()
    go(href)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = found[chosen]
    if (event.key === 'ArrowDown') setAt(chosen >= found.length - 1 ? 0 : chosen + 1)
    else if (event.key === 'ArrowUp') setAt(chosen <= 0 ? found.length - 1 : chosen - 1)
    else if (event.key === 'Enter' && target !== undefined) open(target)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': words.open } }}
    >
      <TextInput
        size="md"
        variant="unstyled"
        className={classes['field'] ?? ''}
        leftSection={<IconSearch size={18} />}
        placeholder={words.hint}
        aria-label={words.hint}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <VisuallyHidden role="status">{words.found(found.length)}</VisuallyHidden>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={words.label}
        tabIndex={-1}
        className={classes['list']}
      >
        {found.map((target, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field that names it as its active one takes the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field.
          <div
            key={target.href}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === chosen}
            data-at={n}
            className={classes['option']}
            onClick={() => open(target)}
            onMouseMove={() => setAt(n)}
          >
            {target.group === words.workspaces ? <IconBriefcase size={16} /> : <IconArrowRight size={16} />}
            <span>{target.label}</span>
            <span className={classes['group']}>{target.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && !isPending && (
        <Text p="md" size="sm" c="var(--atrium-quiet)">
          {words.nothing}
        </Text>
      )}
      {(isPending || error !== null) && (
        <Text p="md" size="sm" c="var(--atrium-quiet)" role="status">
          {error === null ? words.loading : words.failed}
        </Text>
      )}
    </Modal>
  )
}
