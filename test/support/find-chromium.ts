import { existsSync } from 'node:fs'
import { haveDebian } from './debian.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Features that tests do not need. The first costs a process per page, and the popups of the address bar are two pages
 * in each window; the others are from Playwright's list.
 */
const without = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
].join(',')

/** Without a sandbox, which root cannot use, or sound, which leaves files behind; with the same colours everywhere. */
export const chromiumWords = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-audio-output',
  '--force-color-profile=srgb',
  `--disable-features=${without}`,
]

/** The path of the browser's executable. */
export function findChromium(): string {
  const given = process.env['ATRIUM_TEST_CHROMIUM'] ?? ''
  if (given !== '') return given
  const found = places.find((place) => existsSync(place))
  if (found !== undefined) return found
  const [debian = ''] = places
  if (haveDebian(debian, 'chromium', 'fonts-dejavu-core')) return debian
  throw new Error('There is no Chromium; install it, or name one with ATRIUM_TEST_CHROMIUM.')
}
