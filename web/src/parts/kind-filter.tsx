import { searchTexts as words } from '../texts/search.ts'
import classes from './kind-filter.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface KindFilterProps<Kind> {
  kinds: readonly Kind[]
  kind: Kind
  onChange: (kind: Kind) => void
}

/** Which kind of records a search shows. */
export function KindFilter<Kind extends keyof typeof words.kinds>({
  kinds,
  kind,
  onChange,
}: KindFilterProps<Kind>) {
  return (
    <fieldset className={classes['kinds']}>
      <VisuallyHidden component="legend">{words.kind}</VisuallyHidden>
      {kinds.map((each) => (
        <button key={each} type="button" aria-pressed={each === kind} onClick={() => onChange(each)}>
          {words.kinds[each]}
        </button>
      ))}
    </fieldset>
  )
}
