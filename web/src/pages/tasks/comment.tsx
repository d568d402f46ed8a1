import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { api } from '../../api/client.ts'
import { knownName, useKnownName } from '../../api/names.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import type { Comment } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { changeRecord, counted } from '../../api/write.ts'
import { LazyMarkdown } from '../../parts/lazy-markdown.tsx'
import { Face } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { CommentEditor, type WrittenComment } from './comment-editor.tsx'
import { CommentFiles } from './comment-files.tsx'
import classes from './comments.module.css'
import { Reactions } from './reactions.tsx'

interface ThreadProps {
  comment: Comment
  replies: readonly Comment[]
  userId: string | undefined
  mayComment: boolean
  mayContribute: boolean
  /** Admins delete comments of others. */
  mayAdminister: boolean
  /** The list of files that attached files are added to; undefined if the person may add none. */
  filesPath: string | undefined
  onReply: (body: object, key: string) => Promise<void>
}

/** A comment with its replies. */
export function Thread(props: ThreadProps) {
  const { comment, replies, userId, mayComment, mayContribute, mayAdminister, filesPath, onReply } = props
  const [replying, setReplying] = useState(false)
  const { id, details } = comment
  const isOwn = (each: Comment): boolean => mayComment && each.details.createdBy === userId
  // A reply whose comment is gone cannot be replied to either.
  const mayReply = mayComment && details.parentCommentId === null
  return (
    <li>
      <OneComment
        comment={comment}
        isOwn={isOwn(comment)}
        mayDelete={isOwn(comment) || mayAdminister}
        mayComment={mayComment}
        filesPath={filesPath}
        mayResolve={details.parentCommentId === null && (mayContribute || isOwn(comment))}
        {...(mayReply && { onReply: () => setReplying(true) })}
      />
      {replies.length > 0 && (
        <ul className={classes['replies']}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <OneComment
                comment={reply}
                isOwn={isOwn(reply)}
                mayDelete={isOwn(reply) || mayAdminister}
                mayComment={mayComment}
                filesPath={filesPath}
              />
            </li>
          ))}
        </ul>
      )}
      {replying && (
        <div className={classes['replies']}>
          <CommentEditor
            draftName={`reply to ${id}`}
            workspaceId={details.workspaceId}
            label={words.newReply}
            action={words.reply}
            filesPath={filesPath}
            autoFocus
            onClose={() => setReplying(false)}
            onSend={({ body, files }, key) => onReply({ body, files, parentCommentId: id }, key)}
          />
        </div>
      )}
    </li>
  )
}

interface OneCommentProps {
  comment: Comment
  isOwn: boolean
  mayDelete: boolean
  mayComment: boolean
  filesPath: string | undefined
  mayResolve?: boolean
  onReply?: () => void
}

function OneComment(props: OneCommentProps) {
  const { comment, isOwn, mayDelete, mayComment, filesPath, mayResolve = false, onReply } = props
  const { id, details } = comment
  const client = useQueryClient()
  const notices = useNotices()
  const [editing, setEditing] = useState(false)
  const own = useRef<HTMLElement>(null)
  // Notifications link to the comment they are about.
  const isMeant = useSearchParams()[0].get('comment') === id
  useEffect(() => {
    const page = own.current?.closest('section')?.parentElement
    if (!isMeant || !page) return
    // Content above the comment may still be loading and would push it out of view.
    const observer = new ResizeObserver(() => own.current?.scrollIntoView({ block: 'center' }))
    observer.observe(page)
    const timer = setTimeout(() => observer.disconnect(), 3_000)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [isMeant])
  const author = useKnownName(details.createdBy) ?? words.somebody
  const resolver = useKnownName(details.resolvedBy) ?? words.somebody
  const path = `/v1/comments/${id}`
  const write = async (work: () => Promise<unknown>): Promise<void> => {
    await work()
    await refreshAfterWrite(client, '/v1/comments')
  }
  // Those that are gone cannot be sent back.
  const attached = details.files.flatMap((fileId) => {
    const name = knownName(fileId)
    return name === undefined ? [] : [{ id: fileId, name }]
  })
  const save = async ({ body, files }: WrittenComment): Promise<void> => {
    const isSame = files.join() === attached.map((each) => each.id).join()
    const fields = { body, ...(!isSame && { files }) }
    try {
      await changeRecord({ path, id, fields, seen: { body: details.body, files: details.files } })
    } finally {
      await refreshAfterWrite(client, '/v1/comments')
    }
  }
  const resolve = async (): Promise<void> => {
    try {
      await write(() => api(details.resolved ? 'DELETE' : 'PUT', `${path}/resolved`))
    } catch (error) {
      notices.refused(error, () => void resolve())
    }
  }
  const remove = async (): Promise<void> => {
    try {
      await counted(() => api('DELETE', path))
    } catch (error) {
      notices.refused(error, () => void remove())
      return
    }
    const undo = rememberAct({
      label: words.commentDeleted,
      undo: () => write(() => api('POST', `${path}/restore`)),
    })
    notices.undoable(words.commentDeleted, undo)
    await refreshAfterWrite(client, '/v1/comments')
  }
  return (
    <article
      ref={own}
      className={classes['comment']}
      data-meant={isMeant || undefined}
      aria-label={words.commentBy(author)}
    >
      {details.createdBy === null ? <span /> : <Face id={details.createdBy} size={24} />}
      <div>
        <header>
          <b>{author}</b>
          <span>
            <Ago at={details.createdAt} />
            {details.editedAt !== null && ` · ${words.edited}`}
          </span>
          {details.internalOnly && <span className={classes['internal']}>{words.internal}</span>}
          {details.resolved && (
            <span className={classes['resolved']} title={words.resolvedBy(resolver)}>
              {words.resolved}
            </span>
          )}
        </header>
        {editing ? (
          <CommentEditor
            draftName={`edit of ${id}`}
            workspaceId={details.workspaceId}
            text={details.body}
            label={words.editComment}
            action={words.save}
            filesPath={filesPath}
            files={attached}
            autoFocus
            onClose={() => setEditing(false)}
            onSend={save}
          />
        ) : (
          <>
            <LazyMarkdown text={details.body} />
            <CommentFiles ids={details.files} />
            <footer className={classes['actions']}>
              <Reactions comment={comment} mayReact={mayComment} />
              {onReply !== undefined && (
                <button type="button" onClick={onReply}>
                  {words.reply}
                </button>
              )}
              {mayResolve && (
                <button type="button" onClick={() => void resolve()}>
                  {details.resolved ? words.reopen : words.resolve}
                </button>
              )}
              {isOwn && (
                <button type="button" onClick={() => setEditing(true)}>
                  {words.edit}
                </button>
              )}
              {mayDelete && (
                <button type="button" onClick={() => void remove()}>
                  {words.deleteComment}
                </button>
              )}
            </footer>
          </>
        )}
      </div>
    </article>
  )
}
