import { Button } from '@mantine/core'
import { panelTexts as words } from '../../texts/task-panel.ts'
import classes from './panel.module.css'

interface ConflictBoxProps {
  theirs: string
  mine: string
  onTheirs: () => void
  onMine: () => void
}

/** Two people changed the same field: both texts, and one choice. Nothing is lost until then. */
export function ConflictBox({ theirs, mine, onTheirs, onMine }: ConflictBoxProps) {
  return (
    <div className={classes['conflict']} role="alert">
      <p>{words.conflictTitle}</p>
      <div className={classes['versions']}>
        <div>
          <strong>{words.theirs}</strong>
          <pre>{theirs}</pre>
          <Button variant="default" size="compact-sm" onClick={onTheirs}>
            {words.keepTheirs}
          </Button>
        </div>
        <div>
          <strong>{words.mine}</strong>
          <pre>{mine}</pre>
          <Button variant="default" size="compact-sm" onClick={onMine}>
            {words.useMine}
          </Button>
        </div>
      </div>
    </div>
  )
}
