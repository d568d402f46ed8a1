import { knownName } from '../../api/names.ts'
import { Face } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import classes from './comments.module.css'
import type { ToldChange } from './stream.ts'

/** A change of a record in one line. */
export function ChangeLine({ change: { details }, text }: ToldChange) {
  const { userHash, createdAt } = details
  const name = userHash === null ? words.service : (knownName(userHash) ?? words.somebody)
  return (
    <li className={classes['change']}>
      {userHash === null ? <span /> : <Face id={userHash} size={20} />}
      <span>
        <b>{name}</b> {text} · <Ago at={createdAt} />
      </span>
    </li>
  )
}
