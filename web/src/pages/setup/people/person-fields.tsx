import { Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { User } from '../../../api/types.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { TimeZoneField } from '../../../parts/time-zone-field.tsx'
import { peopleTexts as words } from '../../../texts/setup-people.ts'

export type PersonValues = Pick<
  User['details'],
  'fullName' | 'email' | 'userType' | 'permissions' | 'timeZone'
>

/** How to show the values. */
export const personFormats = {
  userType: (value: unknown) => words.types[value as keyof typeof words.types],
  permissions: (value: unknown) =>
    (value as PersonValues['permissions']).map((each) => words.permission[each]).join(', ') || words.none,
}

export const personLabels: Readonly<Record<keyof PersonValues, string>> = {
  fullName: words.name,
  email: words.email,
  userType: words.type,
  permissions: words.permissions,
  timeZone: words.zone,
}

const permissions = Object.keys(words.permission) as PersonValues['permissions']

interface PersonFieldsProps {
  values: PersonValues
  set: (changes: Partial<PersonValues>) => void
  error: unknown
  /** Focuses the first field. */
  autoFocus?: boolean
}

/** The profile and permissions of a person. */
export function PersonFields({ values, set, error, autoFocus = false }: PersonFieldsProps) {
  const typeId = useId()
  const isAdmin = values.permissions.includes('companyAdmin')
  const put = (permission: PersonValues['permissions'][number], on: boolean): void =>
    set({
      permissions: permissions.filter((each) =>
        each === permission ? on : values.permissions.includes(each),
      ),
    })
  return (
    <>
      <TextInput
        label={words.name}
        value={values.fullName}
        onChange={(event) => set({ fullName: event.currentTarget.value })}
        error={faultOf(error, 'fullName')}
        autoComplete="off"
        {...(autoFocus && { 'data-autofocus': true })}
      />
      <TextInput
        label={words.email}
        description={words.emailHelp}
        type="email"
        value={values.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
        error={faultOf(error, 'email')}
        autoComplete="off"
      />
      <div>
        <Text size="sm" fw={600} id={typeId}>
          {words.type}
        </Text>
        <SegmentedControl
          aria-labelledby={typeId}
          mt={4}
          data={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
          value={values.userType}
          onChange={(userType) => set({ userType: userType as PersonValues['userType'] })}
        />
        <Text size="xs" c="var(--atrium-quiet)" mt={4}>
          {words.typeHelp[values.userType]}
        </Text>
      </div>
      <Checkbox.Group
        label={words.permissions}
        description={words.permissionsHelp}
        error={faultOf(error, 'permissions')}
        value={values.permissions}
      >
        <Stack gap="sm" mt="sm">
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              value={permission}
              label={words.permission[permission]}
              description={words.permissionHelp[permission]}
              checked={values.permissions.includes(permission)}
              indeterminate={
                isAdmin && permission !== 'companyAdmin' && !values.permissions.includes(permission)
              }
              onChange={(event) => put(permission, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TimeZoneField
        value={values.timeZone}
        onChange={(timeZone) => set({ timeZone })}
        error={faultOf(error, 'timeZone')}
      />
    </>
  )
}
