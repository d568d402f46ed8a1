import classes from './cut-name.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Characters that stay visible at the end of a long name. */
const kept = 10

/** A name whose end stays visible if there is no room for all of it: many files differ only in a number at the end. */
export function CutName({ name }: { name: string }) {
  // macOS stores "é" as two characters, which must not be separated.
  const letters = [...name.normalize()]
  if (letters.length <= 2 * kept) return name
  return (
    <span className={classes['name']}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span aria-hidden>{letters.slice(0, -kept).join('')}</span>
      <span aria-hidden>{letters.slice(-kept).join('')}</span>
    </span>
  )
}
