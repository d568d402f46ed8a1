import { ActionIcon, Button, Switch } from '@mantine/core'
import { useRef, useState } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { Hint } from '../../parts/hint.tsx'
import { IconPaperclip } from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { asMarkdown } from '../../parts/plain-text.ts'
import { keyHint } from '../../site/keys.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { texts } from '../../texts/texts.ts'
import { chosenFiles, droppedFiles } from '../files/dropped.ts'
import { AttachedFiles } from './comment-files.tsx'
import classes from './comments.module.css'
import { useMentions } from './mention-menu.tsx'
import { asSent, asWritten } from './mention-text.ts'
import panel from './panel.module.css'
import { type Attachment, useAttachments } from './use-attachments.ts'

/** A comment as it is sent. */
export interface WrittenComment {
  body: string
  internalOnly: boolean
  files: readonly string[]
}

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
  /** The list of files that attached files are added to; undefined if the person may add none. */
  filesPath: string | undefined
  /** The files before it is changed. */
  files?: readonly Attachment[]
  autoFocus?: boolean
  /** Closes an editor that was opened. Without it, the editor is always there. */
  onClose?: () => void
  /** Sends it. The key is the same when the same comment is sent again. */
  onSend: (written: WrittenComment, key: string) => Promise<void>
}

const noFiles: readonly Attachment[] = []

/** Spreadsheets and word processors add an image of the text. A file has its name, an image of a page its HTML. */
const isPictured = ({ types }: DataTransfer): boolean =>
  ['text/plain', 'text/html'].every((type) => types.includes(type))

function writtenOf(body: string) {
  const { text: typed, people } = asWritten(body)
  return { typed, people }
}

/** A field for a comment in Markdown. The text is stored until it is sent or discarded. */
export function CommentEditor(props: CommentEditorProps) {
  const { text = '', label, action, mayBeInternal = false, autoFocus = false, onClose, onSend } = props
  const [draft, setDraft] = useDraft(props.draftName)
  const [{ typed, people }, setWritten] = useState(() => writtenOf(draft === '' ? text : draft))
  // Stays with the draft, and on for the next comment: text for internal people must not be shown to others.
  const [internal, setInternal] = useDraft(`${props.draftName}, internal`)
  const internalOnly = mayBeInternal && internal !== ''
  const attachments = useAttachments(props.draftName, props.filesPath, props.files ?? noFiles)
  const chooser = useRef<HTMLInputElement>(null)
  const notices = useNotices()
  const mayAttach = props.filesPath !== undefined
  const [busy, setBusy] = useState(false)
  const takes = ({ types }: DataTransfer): boolean => mayAttach && !busy && types.includes('Files')
  const [error, setError] = useState<unknown>()
  // A draft is stored as it will be sent: with the id of each person that it mentions.
  const write = (next: string, known = people): void => {
    setWritten({ typed: next, people: known })
    setDraft(asSent(next, known))
  }
  const mentions = useMentions(props.workspaceId, (next, label, person) =>
    write(next, new Map(people).set(label, person)),
  )
  const sent = useRef({ text: '', key: '' })
  // Without a text, the names of the files are the text.
  const names = asMarkdown(attachments.files.map(({ name }) => name).join(', '))
  const isEmpty = `${typed}${names}`.trim() === '' || attachments.pending.length > 0
  const send = async (): Promise<void> => {
    if (isEmpty || busy) return
    const files = attachments.files.map(({ id }) => id)
    const written = { body: typed.trim() === '' ? names : asSent(typed, people), internalOnly, files }
    const content = JSON.stringify(written)
    if (sent.current.text !== content) sent.current = { text: content, key: crypto.randomUUID() }
    setBusy(true)
    setError(undefined)
    try {
      await onSend(written, sent.current.key)
      sent.current = { text: '', key: '' }
      setDraft('')
      attachments.clear(true)
      setWritten(writtenOf(''))
      onClose?.()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a drop target; the Attach button does the same from the keyboard.
    <div
      className={`${panel['editor']} ${classes['editor']}`}
      onDragOver={(event) => {
        if (takes(event.dataTransfer)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!takes(event.dataTransfer)) return
        event.preventDefault()
        droppedFiles(event.dataTransfer).then(attachments.add).catch(notices.failed)
      }}
    >
      <textarea
        ref={mentions.field}
        {...mentions.described}
        aria-label={label}
        placeholder={label}
        // biome-ignore lint/a11y/noAutofocus: the person has just opened this field.
        autoFocus={autoFocus}
        readOnly={busy}
        value={typed}
        onChange={(event) => {
          write(event.currentTarget.value)
          mentions.follow()
        }}
        onSelect={mentions.follow}
        onPaste={(event) => {
          const { clipboardData } = event
          if (!takes(clipboardData) || isPictured(clipboardData)) return
          event.preventDefault()
          attachments.add(chosenFiles(clipboardData.files))
        }}
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
      <AttachedFiles {...attachments} />
      {internalOnly && attachments.files.length > 0 && (
        <p className={classes['hint']}>{words.filesAreOpen}</p>
      )}
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
          {mayAttach && (
            <>
              <Hint label={words.attach}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  className={classes['attach'] ?? ''}
                  aria-label={words.attach}
                  disabled={busy}
                  onClick={() => chooser.current?.click()}
                >
                  <IconPaperclip size={16} stroke={1.75} />
                </ActionIcon>
              </Hint>
              <input
                ref={chooser}
                type="file"
                multiple
                hidden
                data-upload="comment"
                onChange={(event) => {
                  attachments.add(chosenFiles(event.currentTarget.files))
                  event.currentTarget.value = ''
                }}
              />
            </>
          )}
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
              attachments.clear(false)
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
