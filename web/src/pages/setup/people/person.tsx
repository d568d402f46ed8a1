import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { User } from '../../../api/types.ts'
import { Failed, Loading } from '../../../parts/states.tsx'
import { recordTexts } from '../../../texts/records.ts'
import { peopleTexts as words } from '../../../texts/setup-people.ts'
import { DraftForm } from '../draft-form.tsx'
import { Section } from '../section.tsx'
import { SetupFrame } from '../setup-frame.tsx'
import { type Tagged, useDraft, useTagged } from '../tagged.ts'
import { Deactivate, DeletePerson, useReactivate } from './person-dialogs.tsx'
import { PersonFields, personFormats, personLabels } from './person-fields.tsx'
import { PersonSignIn } from './person-sign-in.tsx'

/** One person: profile, sign-in and offboarding. */
export function PersonPage() {
  const { userHash = '' } = useParams<{ userHash: string }>()
  const { data, error, refetch } = useTagged<User>(`/v1/users/${userHash}`)
  const [open, setOpen] = useState<'deactivate' | 'delete'>()
  const [, go] = useLocation()
  const reactivate = useReactivate()
  const close = (): void => setOpen(undefined)
  const person = data?.record
  const isActive = person?.details.status === 'Active'
  return (
    <SetupFrame title={person?.details.fullName ?? recordTexts.one('user')}>
      {data === undefined || person === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack gap="lg">
          {!isActive && (
            <Alert color="gray" role="status">
              <Group justify="space-between">
                {words.inactiveHint}
                <Button
                  variant="default"
                  loading={reactivate.isPending}
                  onClick={() => reactivate.mutate(person)}
                >
                  {words.reactivate}
                </Button>
              </Group>
            </Alert>
          )}
          <Details key={person.id} current={data} />
          <PersonSignIn person={person} />
          <Section
            title={words.leave}
            hint={words.leaveHint}
            action={
              <Group gap="sm">
                {isActive && (
                  <Button variant="default" onClick={() => setOpen('deactivate')}>
                    {words.deactivate}
                  </Button>
                )}
                <Button color="red" variant="outline" onClick={() => setOpen('delete')}>
                  {words.remove}
                </Button>
              </Group>
            }
          />
          {open === 'deactivate' && <Deactivate person={person} onClose={close} />}
          {open === 'delete' && (
            <DeletePerson person={person} onClose={close} onDone={() => go('/setup/people')} />
          )}
        </Stack>
      )}
    </SetupFrame>
  )
}

function Details({ current }: { current: Tagged<User> }) {
  const draft = useDraft(`/v1/users/${current.record.id}`, current, ({ details }) => ({
    fullName: details.fullName,
    email: details.email,
    userType: details.userType,
    permissions: details.permissions,
    timeZone: details.timeZone,
  }))
  return (
    <Section title={words.details}>
      <DraftForm draft={draft} labels={personLabels} saved={words.saved} formats={personFormats}>
        <PersonFields values={draft.values} set={draft.set} error={draft.error} />
      </DraftForm>
    </Section>
  )
}
