import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { usePages, useRecord } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { useMayAdminister } from '../../api/role.ts'
import type { Change, Comment, Workspace } from '../../api/types.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { useMayComment, useMayContribute } from '../work/use-membership.ts'
import { ChangeLine } from './change-line.tsx'
import { type ChangedKind, sentencesOf } from './change-sentences.ts'
import { Thread } from './comment.tsx'
import { CommentEditor } from './comment-editor.tsx'
import classes from './comments.module.css'
import panel from './panel.module.css'
import { inOrder, type StreamFilter } from './stream.ts'
import tasks from './tasks.module.css'

interface CommentsProps {
  /** The path of the record that they are about. */
  on: string
  workspaceId: string
  /** Shows the changes of the record between the comments. */
  changes?: { kind: ChangedKind; details: object }
}

/** The conversation about a record, and what was changed in it, oldest first. Replies are below their comment. */
export function Comments({ on, workspaceId, changes }: CommentsProps) {
  const client = useQueryClient()
  const { user } = useMe()
  const [shown, setShown] = useState<StreamFilter>('all')
  const mayComment = useMayComment(workspaceId)
  const workspace = useRecord<Workspace>(`/v1/workspaces/${workspaceId}`).data
  const mayContribute = useMayContribute(workspace)
  const mayAdminister = useMayAdminister(workspace)
  const path = `${on}/comments`
  // Newest first, because the newest are needed first.
  const query = usePages<Comment>(`${path}?sort=-createdAt&limit=50&expand=names`)
  const history = usePages<Change>(`${on}/history?limit=50&expand=names`, changes !== undefined)
  const comments = (query.data ?? []).toReversed()
  const entries = inOrder(
    { items: comments, hasOlder: query.hasNextPage },
    changes === undefined ? [] : sentencesOf(changes.kind, history.data ?? [], changes.details),
    shown,
  )
  const older = {
    hasNextPage: (query.hasNextPage && shown !== 'changes') || (history.hasNextPage && shown !== 'comments'),
    isFetchingNextPage: query.isFetchingNextPage || history.isFetchingNextPage,
    fetchNextPage: (): void => {
      if (query.hasNextPage) void query.fetchNextPage()
      if (history.hasNextPage) void history.fetchNextPage()
    },
  }
  const post = async (body: object, key: string): Promise<void> => {
    await api('POST', path, { body, headers: { 'idempotency-key': key } })
    await refreshAfterWrite(client, '/v1/comments')
  }
  // Tasks and milestones have files of their own.
  const isPlace = /^\/v1\/(tasks|milestones)\//.test(on)
  const filesPath = mayContribute ? `${isPlace ? on : `/v1/workspaces/${workspaceId}`}/files` : undefined
  const title = changes === undefined ? words.comments : words.activity
  return (
    <section className={panel['section']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {changes !== undefined && (
          <fieldset className={`${tasks['segment']} ${tasks['small']} ${classes['shown']}`}>
            <VisuallyHidden component="legend">{words.shown}</VisuallyHidden>
            {(['all', 'comments', 'changes'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={shown === each} onClick={() => setShown(each)}>
                {words.show[each]}
              </button>
            ))}
          </fieldset>
        )}
      </header>
      <MoreButton list={older}>{words.older}</MoreButton>
      {query.isPending || (changes !== undefined && history.isPending) ? (
        <Loading rows={2} />
      ) : query.data === undefined ? (
        <Failed error={query.error} retry={() => void query.refetch()} />
      ) : entries.length === 0 ? (
        <p className={classes['empty']}>{words.noComments}</p>
      ) : (
        <ol className={classes['thread']}>
          {entries.map((entry) =>
            'change' in entry ? (
              <ChangeLine key={entry.change.id} {...entry} />
            ) : (
              <Thread
                key={entry.comment.id}
                comment={entry.comment}
                replies={comments.filter(({ details }) => details.parentCommentId === entry.comment.id)}
                userId={user?.id}
                mayComment={mayComment}
                mayContribute={mayContribute}
                mayAdminister={mayAdminister}
                filesPath={filesPath}
                onReply={post}
              />
            ),
          )}
        </ol>
      )}
      {mayComment && (
        <CommentEditor
          draftName={`comment on ${on.slice(on.lastIndexOf('/') + 1)}`}
          workspaceId={workspaceId}
          label={words.newComment}
          action={words.comment}
          mayBeInternal={user?.details.userType === 'Internal'}
          filesPath={filesPath}
          onSend={post}
        />
      )}
    </section>
  )
}
