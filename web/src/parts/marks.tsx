import { knownName, useKnownName } from '../api/names.ts'
import { useTagId } from '../api/tags.ts'
import type { Task } from '../api/types.ts'
import { markTexts as words } from '../texts/marks.ts'
import { hueOf, workspaceHue } from './hues.ts'
import classes from './marks.module.css'

export type Status = Task['details']['status']

/** The status as a ring that fills up. The shape shows it, and the word is next to it or in its label. */
export function StatusRing({ status }: { status: Status }) {
  return (
    <svg className={classes['status']} data-status={status} viewBox="0 0 16 16" aria-hidden="true">
      {status === 'Completed' || status === 'Cancelled' ? (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path
            d={status === 'Completed' ? 'M4.9 8.3 7.1 10.4 11.2 6' : 'M5.7 5.7l4.6 4.6 M10.3 5.7l-4.6 4.6'}
            className={classes['cut']}
          />
        </>
      ) : (
        <circle
          cx="8"
          cy="8"
          r="6.25"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          {...(status === 'On Hold' && { strokeDasharray: '2.2 1.73' })}
        />
      )}
      {status === 'In Progress' && <path d="M8 4a4 4 0 0 1 0 8z" fill="currentColor" />}
    </svg>
  )
}

/** The priority as five bars. */
export function PriorityBars({ priority }: { priority: number }) {
  return (
    <svg className={classes['bars']} viewBox="0 0 15 12" role="img" aria-label={words.priority(priority)}>
      {[1, 2, 3, 4, 5].map((step) => (
        <rect
          key={step}
          x={(step - 1) * 3}
          y={12 - step * 2 - 2}
          width="2"
          height={step * 2 + 2}
          rx="0.5"
          {...(step > priority && { className: classes['off'] ?? '' })}
        />
      ))}
    </svg>
  )
}

const initialsOf = (name: string): string => {
  const parts = name.split(/\s+/).filter(Boolean)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => /[\p{L}\p{N}]/u.exec(part ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** A person as initials on a tint of their own. */
export function Face({ id, size = 20, name: given }: { id: string; size?: 20 | 24 | 32; name?: string }) {
  const known = useKnownName(id)
  const name = given ?? known ?? ''
  return (
    <span
      className={classes['face']}
      data-size={size}
      style={hueOf(id)}
      title={name}
      role="img"
      aria-label={name}
    >
      {initialsOf(name)}
    </span>
  )
}

/** Up to three people. */
export function Faces({ ids, size = 20 }: { ids: readonly string[]; size?: 20 | 24 }) {
  if (ids.length === 0) return null
  const more = ids.slice(3)
  return (
    <span className={classes['faces']}>
      {ids.slice(0, 3).map((id) => (
        <Face key={id} id={id} size={size} />
      ))}
      {more.length > 0 && (
        <span className={classes['more']} title={words.names(more.map((id) => knownName(id) ?? ''))}>
          {words.more(more.length)}
        </span>
      )}
    </span>
  )
}

interface TagProps {
  name: string
  /** If the caller has loaded the tag; otherwise it is looked up by its name. */
  id?: string
}

/** The colour of a tag is the same for everybody, and stays when the tag is renamed. */
export function TagDot({ name, id: known }: TagProps) {
  const found = useTagId(name)
  const id = known ?? found
  return <span className={classes['dot']} {...(id !== undefined && { style: hueOf(id) })} />
}

export function TagMark(tag: TagProps) {
  return (
    <span className={classes['tag']}>
      <TagDot {...tag} />
      {tag.name}
    </span>
  )
}

/** A workspace as a square of its own colour. */
export function WorkspaceMark({ id }: { id: string }) {
  return <span className={classes['square']} style={workspaceHue(id)} />
}

/** A milestone as a diamond, in the colour of its workspace among those of others. */
export function MilestoneMark({ workspaceId }: { workspaceId?: string | undefined }) {
  return (
    <span
      className={classes['diamond']}
      {...(workspaceId !== undefined && { 'data-coloured': true, style: workspaceHue(workspaceId) })}
    />
  )
}
