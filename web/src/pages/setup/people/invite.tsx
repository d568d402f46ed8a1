import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import type { User } from '../../../api/types.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { ownTimeZone } from '../../../parts/time-zone-field.tsx'
import { peopleTexts as words } from '../../../texts/setup-people.ts'
import { type MadeLink, MailIt, useMakeLink } from './link-dialog.tsx'
import { PersonFields, type PersonValues, personLabels } from './person-fields.tsx'

/** Creates the person, then the link. If only the person was created, the form retries the link. */
export function Invite({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeLink) => void }) {
  const [values, setValues] = useState<PersonValues>({
    fullName: '',
    email: '',
    userType: 'Internal',
    permissions: [],
    timeZone: ownTimeZone(),
  })
  const [mailed, setMailed] = useState(true)
  const [isLinkMissing, setLinkMissing] = useState(false)
  const add = useChange<PersonValues, User>((body) => ({ method: 'POST', path: '/v1/users', body }))
  const make = useMakeLink()
  const person = add.data
  const link = (to: User): void =>
    make.mutate(
      { person: to, mailed },
      {
        onSuccess: ({ link: text, ...invitation }) => {
          onMade({ person: to, invitation, link: text })
          onClose()
        },
        onError: () => setLinkMissing(true),
      },
    )
  return (
    <FormDialog
      onClose={onClose}
      title={words.invite}
      verb={isLinkMissing ? words.makeLink : words.invite}
      busy={add.isPending || make.isPending}
      error={add.error ?? make.error}
      fields={Object.keys(personLabels)}
      onSubmit={() => (person === undefined ? add.mutate(values, { onSuccess: link }) : link(person))}
    >
      {person === undefined || !isLinkMissing ? (
        <PersonFields
          values={values}
          set={(changes) => setValues({ ...values, ...changes })}
          error={add.error}
          autoFocus
        />
      ) : (
        <Alert color="yellow">{words.addedWithoutLink(person.details.fullName)}</Alert>
      )}
      <MailIt checked={mailed} onChange={setMailed} />
    </FormDialog>
  )
}
