import { Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import { byName } from '../../../parts/by-name.ts'
import { FormDialog, faultOf } from '../../../parts/form-dialog.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { useWriteWithNotice } from '../../../parts/write-with-notice.ts'
import { placeTexts } from '../../../texts/setup-places.ts'
import { texts } from '../../../texts/texts.ts'
import { type Organization, organized, type Place, pathOf, withBelow } from './places.ts'

interface PlaceDialogProps {
  organization: Organization
  places: readonly Place[]
  onClose: () => void
}

export function AddPlace({
  organization,
  places,
  inside,
  onClose,
  onAdded,
}: PlaceDialogProps & { inside: string | null; onAdded: (id: string) => void }) {
  const words = placeTexts[organization]
  const { path, nameField, nested } = organized[organization]
  const [name, setName] = useState('')
  const [parent, setParent] = useState(inside)
  const notices = useNotices()
  const add = useChange<void, { id: string }>(() => ({
    method: 'POST',
    path,
    body: { [nameField]: name, ...(nested && { parentAccountId: parent }) },
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.add}
      verb={words.add}
      busy={add.isPending}
      error={add.error}
      fields={[nameField, 'parentAccountId']}
      onSubmit={() =>
        add.mutate(undefined, {
          onSuccess: ({ id }) => {
            notices.done(words.added(name))
            onAdded(id)
            onClose()
          },
        })
      }
    >
      <TextInput
        label={words.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(add.error, nameField)}
        data-autofocus
      />
      {nested && (
        <PlaceSelect
          label={words.inside}
          top={words.top}
          places={places}
          value={parent}
          onChange={setParent}
          error={faultOf(add.error, 'parentAccountId')}
        />
      )}
    </FormDialog>
  )
}

export function RenamePlace({ organization, place, onClose }: PlaceDialogProps & { place: Place }) {
  const words = placeTexts[organization]
  const { path, nameField } = organized[organization]
  const [name, setName] = useState(place.name)
  const notices = useNotices()
  const rename = useChange(() => ({
    method: 'PUT',
    path: `${path}/${place.id}`,
    body: { [nameField]: name },
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.renameTitle(place.name)}
      verb={words.rename}
      busy={rename.isPending}
      error={rename.error}
      fields={[nameField]}
      onSubmit={() =>
        rename.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.changed(name))
            onClose()
          },
        })
      }
    >
      <TextInput
        label={words.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(rename.error, nameField)}
        data-autofocus
      />
    </FormDialog>
  )
}

/** Only accounts can be nested. */
export function MoveAccount({ organization, places, place, onClose }: PlaceDialogProps & { place: Place }) {
  const words = placeTexts[organization]
  const [parent, setParent] = useState(place.parent)
  const notices = useNotices()
  const move = useChange<string | null>((to) => ({
    method: 'PUT',
    path: `/v1/accounts/${place.id}`,
    body: { parentAccountId: to },
  }))
  const moveBack = useWriteWithNotice<string | null>(
    (to) => ({ method: 'PUT', path: `/v1/accounts/${place.id}`, body: { parentAccountId: to } }),
    () => words.changed(place.name),
  )
  const below = withBelow(places, place.id)
  return (
    <FormDialog
      onClose={onClose}
      title={words.moveTitle(place.name)}
      verb={words.move}
      disabled={parent === place.parent}
      busy={move.isPending}
      error={move.error}
      fields={['parentAccountId']}
      onSubmit={() =>
        move.mutate(parent, {
          onSuccess: () => {
            notices.done(words.changed(place.name), () => moveBack.mutate(place.parent))
            onClose()
          },
        })
      }
    >
      <Text size="sm">{words.moveHint}</Text>
      <PlaceSelect
        label={words.inside}
        top={words.top}
        places={places}
        without={below}
        value={parent}
        onChange={setParent}
        error={faultOf(move.error, 'parentAccountId')}
      />
    </FormDialog>
  )
}

export function DeletePlace({
  organization,
  place,
  onClose,
  onDeleted,
}: PlaceDialogProps & { place: Place; onDeleted: () => void }) {
  const words = placeTexts[organization]
  const [typed, setTyped] = useState('')
  const notices = useNotices()
  const remove = useChange(() => ({
    method: 'DELETE',
    path: `${organized[organization].path}/${place.id}`,
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.removeTitle(place.name)}
      verb={words.remove}
      danger
      disabled={typed.trim() !== place.name}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.removed(place.name))
            onDeleted()
            onClose()
          },
        })
      }
    >
      <Text size="sm">{words.removeHint}</Text>
      <TextInput
        label={texts.form.typeToConfirm(place.name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}

interface PlaceSelectProps {
  label: string
  /** The label of "no place"; without it a place is required. */
  top?: string
  places: readonly Place[]
  without?: ReadonlySet<string>
  value: string | null
  onChange: (id: string | null) => void
  error?: string | undefined
  disabled?: boolean
}

export function PlaceSelect({ label, top, places, without, value, onChange, ...more }: PlaceSelectProps) {
  const choices = places
    .filter(({ id }) => without?.has(id) !== true)
    .map(({ id }) => ({ value: id, label: pathOf(places, id) }))
    .toSorted((a, b) => byName(a.label, b.label))
  return (
    <Select
      {...more}
      label={label}
      searchable
      limit={200}
      data={top === undefined ? choices : [{ value: '', label: top }, ...choices]}
      value={value ?? ''}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  )
}
