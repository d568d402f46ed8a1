import { TextInput } from '@mantine/core'

interface CodeFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** A six-digit code. People may type spaces in it. */
export function CodeField({ onChange, ...rest }: CodeFieldProps) {
  return (
    <TextInput
      {...rest}
      data-autofocus={rest.autoFocus}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[^\d ]/g, ''))}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={8}
      styles={{ input: { fontSize: 18, letterSpacing: 4, fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}
