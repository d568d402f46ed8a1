import { dateFormat } from '../../parts/date-formats.ts'
import { IconLock, IconLockOpen } from '../../parts/icons.tsx'
import { fileTexts } from '../../texts/files.ts'
import classes from '../tasks/float.module.css'
import { matchingOptions, PickList, type PickOption } from '../tasks/pick-list.tsx'
import { useFileActs } from './acts.ts'
import { isLocked, shownFile } from './file-data.ts'
import type { FilePickerProps } from './pick-request.ts'
import { useForeignLock } from './use-foreign-lock.ts'

const words = fileTexts.pick

const lockSeconds = { hour: 3_600, half: 14_400, day: 86_400, week: 604_800, month: 2_592_000 } as const
type LockTime = keyof typeof lockSeconds
const release = 'release'
const untilWhen = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const

export function LockPicker({ entries, mayBreakLocks, onClose }: FilePickerProps) {
  const acts = useFileActs()
  const ids = entries.map(({ id }) => id)
  const locked = ids.flatMap((id) => {
    const file = shownFile(id)
    return file && isLocked(file) ? [file] : []
  })
  const why = useForeignLock(locked)
  const byOthers = why !== undefined
  const times: PickOption[] = (Object.keys(lockSeconds) as LockTime[]).map((time) => ({
    ...{ value: time, label: fileTexts.lockTimes[time], icon: <IconLock size={16} stroke={1.75} /> },
    hint: dateFormat(untilWhen).format(Date.now() + lockSeconds[time] * 1000),
  }))
  const options: PickOption[] = [
    ...(locked.length > 0 && (!byOthers || mayBreakLocks)
      ? [
          {
            value: release,
            label: byOthers ? fileTexts.acts.breakLock : words.release,
            icon: <IconLockOpen size={16} stroke={1.75} />,
          },
        ]
      : []),
    ...(byOthers ? [] : times),
  ]
  return (
    <PickList
      label={words.lock}
      options={(typed) => matchingOptions(options, typed)}
      {...(why !== undefined &&
        (options.length === 0 ? { nothing: why } : { below: <p className={classes['nothing']}>{why}</p> }))}
      onPick={(value) => {
        if (value === release) void acts.unlock(ids, byOthers)
        else void acts.lock(ids, lockSeconds[value as LockTime])
        onClose()
      }}
    />
  )
}
