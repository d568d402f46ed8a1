import classes from './progress.module.css'

/** How much of something is done. A text beside it shows the same. */
export function Progress({ percent }: { percent: number }) {
  return (
    <span className={classes['bar']}>
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}
