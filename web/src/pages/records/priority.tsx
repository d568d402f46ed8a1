import { recordTexts } from '../../texts/records.ts'
import classes from './records.module.css'

const bars = [1, 2, 3, 4, 5]

/** "Priorities are five bars, not five colours." */
export function Priority({ of }: { of: number }) {
  return (
    <span
      role="img"
      aria-label={recordTexts.priority(of)}
      title={recordTexts.priority(of)}
      className={classes['bars']}
    >
      {bars.map((bar) => (
        <span key={bar} data-on={bar <= of || undefined} style={{ height: 4 + bar * 2 }} />
      ))}
    </span>
  )
}
