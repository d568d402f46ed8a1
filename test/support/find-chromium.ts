import { existsSync } from 'node:fs'
import { haveDebian } from './debian.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Without a sandbox, which root cannot have, and with colours that are the same everywhere. */
export const chromiumWords = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb']

/** The program of the browser that the pages are looked at with. */
export function findChromium(): string {
  const given = process.env['ATRIUM_TEST_CHROMIUM'] ?? ''
  if (given !== '') return given
  const found = places.find((place) => existsSync(place))
  if (found !== undefined) return found
  const [debian = ''] = places
  if (haveDebian(debian, 'chromium', 'fonts-dejavu-core')) return debian
  throw new Error('There is no Chromium; install it, or name one with ATRIUM_TEST_CHROMIUM.')
}
