import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { outsideTexts as words } from '../texts/outside.ts'

interface PasswordFieldProps {
  label: string
  description?: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** For a new password, so that password managers offer to create one. */
  fresh?: boolean
  autoFocus?: boolean
}

export function PasswordField({ description, error, fresh = false, onChange, ...rest }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...rest}
      data-autofocus={rest.autoFocus}
      {...(description !== undefined && { description })}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      aria-invalid={error !== undefined}
      name={fresh ? 'new-password' : 'password'}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? words.hidePassword : words.showPassword,
        tabIndex: 0,
      }}
    />
  )
}
