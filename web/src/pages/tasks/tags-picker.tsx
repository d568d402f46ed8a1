import { useTags } from '../../api/tags.ts'
import { TagDot } from '../../parts/marks.tsx'
import { taskTexts } from '../../texts/tasks.ts'
import { countWith, toggledInEach } from './each-list.ts'
import { matchingOptions, PickList, type PickOption } from './pick-list.tsx'

const words = taskTexts.pick

/** The values of a field of several records, by their ids. */
export type Lists = ReadonlyMap<string, readonly string[]>

/** The state of an option: chosen if all records have it; otherwise how many do. */
export function stateIn(lists: Lists, value: string): Pick<PickOption, 'chosen' | 'hint'> {
  const count = countWith(lists.values(), value)
  const isPart = count > 0 && count < lists.size
  return { chosen: count === lists.size, ...(isPart && { hint: words.inSome(count, lists.size) }) }
}

interface TagsPickerProps {
  lists: Lists
  /** Gets the new tags of the records that change. */
  onChange: (changed: ReadonlyMap<string, string[]>) => void
}

/** Adds tags to records or removes them, and creates new tags. */
export function TagsPicker({ lists, onChange }: TagsPickerProps) {
  const tags = useTags()
  const names = [...new Set([...[...lists.values()].flat(), ...tags.map(({ details }) => details.tagName)])]
  const options = names.map((name) => ({
    ...{ value: name, label: name, ...stateIn(lists, name) },
    icon: <TagDot name={name} />,
  }))
  return (
    <PickList
      label={words.tags}
      many
      options={(typed) => {
        const name = typed.trim()
        const found = matchingOptions(options, name)
        const isKnown = names.some((each) => each.toLowerCase() === name.toLowerCase())
        return name === '' || isKnown ? found : [...found, { value: name, label: words.newTag(name) }]
      }}
      onPick={(name) => onChange(toggledInEach(lists, name))}
    />
  )
}
