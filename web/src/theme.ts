import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** One accent, a deep teal: for the main action, links, focus and selection only. */
const teal: MantineColorsTuple = [
  '#f0fdfa',
  '#ccfbf1',
  '#99f6e4',
  '#5eead4',
  '#2dd4bf',
  '#14b8a6',
  '#0d9488',
  '#0f766e',
  '#115e59',
  '#134e4a',
]

/** Greys with a trace of blue. */
const gray: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#1e293b',
  '#0f172a',
]

/** Colours of states, always accompanied by a word or an icon. */
const green: MantineColorsTuple = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#22c55e',
  '#16a34a',
  '#15803d',
  '#166534',
  '#14532d',
]

const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
]

const dark: MantineColorsTuple = [
  '#e6edf3',
  '#c3ccd6',
  '#9aa6b2',
  '#6e7a87',
  '#3a4553',
  '#2a3441',
  '#1d2631',
  '#151c25',
  '#10161d',
  '#0b1016',
]

/** The accent is dark on light and light on dark, so the text on it changes as well. */
const variantColorResolver: VariantColorsResolver = (given) => {
  const colors = defaultVariantColorsResolver(given)
  const isAccent = (given.color ?? given.theme.primaryColor) === given.theme.primaryColor
  if (!isAccent) return colors
  // The library's own colour under the pointer is as bright as a selection.
  if (given.variant === 'subtle') return { ...colors, hover: 'var(--atrium-hover)' }
  return given.variant === 'filled' ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors
}

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  variantColorResolver,
  colors: { teal, gray, green, red, dark },
  defaultRadius: 8,
  fontFamily:
    'Inter, "Inter fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '18px', xl: '24px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '18px', lineHeight: '24px' },
      h3: { fontSize: '15px', lineHeight: '24px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '40px' },
  focusRing: 'always',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    // Options that nobody has opened are not rendered.
    Combobox: { defaultProps: { keepMounted: false } },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false } },
    Modal: {
      defaultProps: { centered: true, radius: 12 },
      styles: { title: { fontSize: '18px', fontWeight: 600 } },
    },
    Badge: { styles: { root: { textTransform: 'none' }, label: { fontSize: '12px', fontWeight: 600 } } },
    Table: {
      defaultProps: { borderColor: 'var(--atrium-line)' },
      styles: { th: { color: 'var(--atrium-faint)', fontSize: '12px', fontWeight: 500 } },
    },
    Paper: { defaultProps: { withBorder: true, radius: 8 } },
  },
})
