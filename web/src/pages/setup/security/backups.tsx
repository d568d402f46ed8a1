import { Alert } from '@mantine/core'
import { useRecord } from '../../../api/queries.ts'
import type { BackupState } from '../../../api/types.ts'
import { Ago } from '../../../parts/moments.tsx'
import { sized } from '../../../parts/sizes.ts'
import { Failed, Loading } from '../../../parts/states.tsx'
import { backupTexts as words } from '../../../texts/setup-backups.ts'
import { Fact } from '../fact.tsx'
import { Section } from '../section.tsx'
import { StateBadge } from '../state-badge.tsx'

/** The state of the backups. The operator runs them; administrators only see how they went. */
export function Backups() {
  const { data, error, refetch } = useRecord<BackupState>('/v1/company/backup')
  return (
    <Section title={words.title} hint={words.hint}>
      {data !== undefined ? (
        <BackupFacts backup={data} />
      ) : error === null ? (
        <Loading rows={2} />
      ) : (
        <Failed error={error} retry={() => void refetch()} />
      )}
    </Section>
  )
}

function BackupFacts({ backup: { state, running, everyHours, lastGoodAt, last } }: { backup: BackupState }) {
  return (
    <>
      {(state === 'failed' || state === 'overdue') && (
        <Alert color="red" title={words.states[state]}>
          {state === 'overdue' ? words.overdueHint : words.failures[last?.failure ?? 'failed']}
        </Alert>
      )}
      <Fact label={words.state}>
        <StateBadge good={state === 'fine'}>{running ? words.running : words.states[state]}</StateBadge>
      </Fact>
      <Fact label={words.schedule}>{everyHours === null ? words.unscheduled : words.every(everyHours)}</Fact>
      <Fact label={words.lastGood}>
        <Ago at={lastGoodAt} none={words.never} />
      </Fact>
      {last !== null && last.rows !== null && last.bytes !== null && (
        <Fact label={words.last}>{words.measure(last.rows, sized(last.bytes), last.seconds)}</Fact>
      )}
    </>
  )
}
