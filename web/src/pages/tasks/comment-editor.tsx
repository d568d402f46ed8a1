import { Button, Switch } from '@mantine/core'
import { useRef, useState } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { keyHint } from '../../site/keys.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { texts } from '../../texts/texts.ts'
import classes from './comments.module.css'
import { useMentions } from './mention-menu.tsx'
import { asSent, asWritten } from './mention-text.ts'
import panel from './panel.module.css'

interface CommentEditorProps {
  /** Text that was not sent is stored under this name. */
  draftName: string
  /** Its members can be mentioned. */
  workspaceId: string
  /** The text before it is changed. */
  text?: string
  label: string
  /** The name of the button that sends. */
  action: string
  mayBeInternal?: boolean
  autoFocus?: boolean
  /** Closes an editor that was opened. Without it, the editor is always there. */
  onClose?: () => void
  /** Sends the text. The key is the same when the same text is sent again. */
  onSend: (body: string, internalOnly: boolean, key: string) => Promise<void>
}

function writtenOf(body: string) {
  const { text: typed, people } = asWritten(body)
  return { typed, people }
}

/** A field for a comment in Markdown. The text is kept until it is sent or discarded. */
export function CommentEditor(props: CommentEditorProps) {
  const { text = '', label, action, mayBeInternal = false, autoFocus = false, onClose, onSend } = props
  const [draft, setDraft] = useDraft(props.draftName)
  const [{ typed, people }, setWritten] = useState(() => writtenOf(draft === '' ? text : draft))
  // Stays with the draft, and on for the next comment: text for internal people must not be shown to others.
  const [internal, setInternal] = useDraft(`${props.draftName}, internal`)
  const internalOnly = mayBeInternal && internal !== ''
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  // A draft is stored as it will be sent: it knows which person a name means.
  const write = (next: string, known = people): void => {
    setWritten({ typed: next, people: known })
    setDraft(asSent(next, known))
  }
  const mentions = useMentions(props.workspaceId, (next, label, person) =>
    write(next, new Map(people).set(label, person)),
  )
  const sent = useRef({ text: '', key: '' })
  const isEmpty = typed.trim() === ''
  const send = async (): Promise<void> => {
    if (isEmpty || busy) return
    const body = asSent(typed, people)
    const content = `${internalOnly} ${body}`
    if (sent.current.text !== content) sent.current = { text: content, key: crypto.randomUUID() }
    setBusy(true)
    setError(undefined)
    try {
      await onSend(body, internalOnly, sent.current.key)
      sent.current = { text: '', key: '' }
      setDraft('')
      setWritten(writtenOf(''))
      onClose?.()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={`${panel['editor']} ${classes['editor']}`}>
      <textarea
        ref={mentions.field}
        {...mentions.described}
        aria-label={label}
        placeholder={label}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field.
        autoFocus={autoFocus}
        readOnly={busy}
        value={typed}
        onChange={(event) => {
          write(event.currentTarget.value)
          mentions.follow()
        }}
        onSelect={mentions.follow}
        onBlur={mentions.close}
        onKeyDown={(event) => {
          if (mentions.onKeyDown(event)) {
            event.preventDefault()
            event.stopPropagation()
            return
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          else if (event.key === 'Escape') {
            event.currentTarget.blur()
            onClose?.()
          } else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {mentions.menu}
      {error !== undefined && (
        <p className={classes['error']} role="alert">
          <span>{error instanceof Error ? error.message : String(error)}</span>
          <Button variant="default" size="compact-sm" onClick={() => void send()}>
            {texts.states.tryAgain}
          </Button>
        </p>
      )}
      <footer>
        <span>
          {mayBeInternal && (
            <Switch
              size="xs"
              label={words.internalOnly}
              checked={internalOnly}
              onChange={(event) => setInternal(event.currentTarget.checked ? 'yes' : '')}
            />
          )}
        </span>
        {onClose !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => {
              setDraft('')
              onClose()
            }}
          >
            {words.cancel}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          loading={busy}
          disabled={isEmpty}
          onClick={() => void send()}
        >
          {action} <kbd>{keyHint('send')}</kbd>
        </Button>
      </footer>
    </div>
  )
}
