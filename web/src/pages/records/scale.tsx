import { recordTexts } from '../../texts/records.ts'
import classes from './records.module.css'

interface ScaleProps {
  label: string
  value: number
  scale: number
}

/** "Priorities are five bars, not five colours." */
export function Scale({ label, value, scale }: ScaleProps) {
  const text = recordTexts.onScale(label, value, scale)
  return (
    <span role="img" aria-label={text} title={text} className={classes['bars']}>
      {Array.from({ length: scale }, (_, at) => at + 1).map((bar) => (
        <span key={bar} data-on={bar <= value || undefined} style={{ height: 4 + bar * 2 }} />
      ))}
    </span>
  )
}
