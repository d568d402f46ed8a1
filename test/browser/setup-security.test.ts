import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { cleanUpProcesses, makeFolder } from '../support/process.ts'
import { withDatabase } from '../support/seed.ts'
import { acceptInvitation, callApi, makeCompany, sendFrom, signIn, useOwnSite } from '../support/served.ts'

const chromium = useChromium()
cleanUpProcesses()
const site = useOwnSite(() => ({ ATRIUM_BACKUP_DIR: join(makeFolder(), 'backups') }))

test('sessions are ended one by one, or all sessions of a person at once', async () => {
  const page = await chromium.page()
  await makeCompany(page, site)
  const emmy = await callApi<{ id: string }>(page, 'POST', '/v1/users', {
    email: site.email('emmy'),
    fullName: 'Emmy Noether',
  })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${emmy.id}/invitation`, {})
  const first = await chromium.page()
  await acceptInvitation(first, site, link)
  const others = [first]
  for (let n = 0; n < 2; n += 1) {
    const other = await chromium.page()
    await signIn(other, site, site.email('emmy'))
    others.push(other)
  }
  await page.goto(`${site.url}/setup/advanced/security`)
  const rows = page.getByRole('row').filter({ hasText: 'Emmy Noether' })
  await rows.nth(2).waitFor()
  await page.getByText('This device').waitFor()
  await demandAccessible(page)
  await rows.filter({ hasText: 'Invitation' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'End session' }).click()
  await page.getByText('Session ended.').waitFor()
  expect((await sendFrom(first, '/auth/token', {})).status).toBe(401)
  await rows.nth(2).waitFor({ state: 'detached' })
  await rows.first().getByRole('button').click()
  await page.getByRole('menuitem', { name: 'End all sessions' }).click()
  await page.getByText('2 devices are signed out immediately.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click()
  await page.getByText('2 sessions ended.').waitFor()
  for (const other of others) expect((await sendFrom(other, '/auth/token', {})).status).toBe(401)
})

test('the state of backups is shown, and a failed one stands out', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const backups = page.getByRole('region', { name: 'Backups' })
  const look = async (): Promise<void> => {
    await page.goto(`${site.url}/setup/advanced/security`)
    await backups.getByText('Last complete backup').waitFor()
  }
  await look()
  await backups.getByText('Every 24 hours').waitFor()
  // It runs in a process with low priority, and other tests leave it little processor time.
  await expect
    .poll(async () => {
      await look()
      return backups.getByText('Up to date').count()
    })
    .toBe(1)
  await backups.getByText(/[\d,]+ records and .* of files, in \d+ s/).waitFor()
  // An open page would call a service that is gone.
  await page.goto('about:blank')
  await site.stop()
  const data = makeFolder()
  writeFileSync(join(data, 'other'), '')
  await withDatabase(site.settings, (db) => db.transaction((tx) => tx.query.deleteFrom('backups').execute()))
  await site.start({ ATRIUM_BACKUP_DIR: data })
  await expect
    .poll(async () => {
      await look()
      return backups.getByRole('alert').count()
    })
    .toBe(1)
  await backups.getByText('The backup folder contains something else.').waitFor()
  await demandAccessible(page)
})

test('one-time codes become required, and people without them see what comes next', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/setup/advanced/security`)
  await page.getByText('This device').first().waitFor()
  await demandFits(page)
  await demandAccessible(page)
  const codes = page.getByRole('region', { name: 'One-time codes' })
  await codes.getByRole('switch').check()
  await codes.getByText('You don’t have one yet either').waitFor()
  await codes.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => codes.getByRole('switch').isChecked()).toBe(false)
  await codes.getByRole('switch').check()
  await codes.getByRole('button', { name: 'Save changes' }).click()
  // People without one set it up before anything else.
  await page.waitForURL(/\/sign-in/)
})
