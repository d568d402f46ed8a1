import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, textOf, useChromium } from '../support/chromium.ts'
import { pdfOf } from '../support/pdf.ts'
import { acceptInvitation, callApi, sendFrom, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  workspaceId = (await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Rye' })).id
})

async function tokenOf(page: Page): Promise<string> {
  const traded = await sendFrom(page, '/auth/token', {})
  return (traded.body as { access_token: string }).access_token
}

/** Uploads a file without the page. */
async function addFile(page: Page, name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const reply = await fetch(`${site.url}/v1/files/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(page)}`,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: content,
  })
  const { id } = (await reply.json()) as { id: string }
  const made = await callApi<{ responses: { body: string }[] }>(
    page,
    'POST',
    `/v1/workspaces/${workspaceId}/files`,
    { deferredAssetIds: [id] },
  )
  return made.responses[0]?.body ?? ''
}

async function addVersion(page: Page, id: string, content: string): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const reply = await fetch(`${site.url}/v1/files/${id}/content`, { method: 'PUT', headers, body: content })
  expect(reply.status).toBe(204)
}

test('a version that does not exist leads to the current one', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const id = await addFile(page, 'once.txt', 'Only one')
  for (const version of ['99', 'x']) {
    await page.goto(`${site.url}/p/file/${id}?version=${version}`)
    await preview(page).getByText('There is no such version of this file').waitFor()
  }
  await demandAccessible(page)
  await preview(page).getByRole('link', { name: 'Show the current version' }).click()
  await preview(page).getByText('Only one').waitFor()
  await page.getByRole('region', { name: 'Versions' }).getByTitle('Ada Lovelace').waitFor()
})

const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true })

test('the pages of a PDF are turned one by one', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const id = await addFile(page, 'menu.pdf', new Uint8Array(pdfOf(2)))
  await page.goto(`${site.url}/p/file/${id}`)
  await preview(page).getByRole('img', { name: 'Page 1 of menu.pdf' }).waitFor()
  await preview(page).getByText('Page 1 of 2').waitFor()
  expect(await read(preview(page).getByRole('button', { name: 'Previous page' })).isDisabled()).toBe(true)
  const next = preview(page).getByRole('button', { name: 'Next page' })
  await next.focus()
  await page.keyboard.press('Enter')
  await preview(page).getByRole('img', { name: 'Page 2 of menu.pdf' }).waitFor()
  expect(await read(next).isDisabled()).toBe(true)
  // It keeps the focus, so that the next key is not lost.
  expect(await read(next.and(page.locator(':focus'))).count()).toBe(1)
  await demandAccessible(page)
  // The page is in the address, and the arrow keys turn it.
  await page.reload()
  await preview(page).getByRole('img', { name: 'Page 2 of menu.pdf' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await preview(page).getByRole('img', { name: 'Page 1 of menu.pdf' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await preview(page).getByRole('img', { name: 'Page 2 of menu.pdf' }).waitFor()
  expect(new URL(page.url()).search).toBe('?page=2')
  chromium.expectLines(/a status of 404 .*\/content\//)
  await page.goto(`${site.url}/p/file/${await addFile(page, 'torn.pdf', '%PDF-1.4 and no more')}`)
  await preview(page).getByText('The service could not render a preview of this document').waitFor()
})

test('texts, Markdown, code and tables are shown, and nothing in them runs', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const show = async (name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> => {
    const id = await addFile(page, name, content)
    await page.goto(`${site.url}/p/file/${id}`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await show('notes.md', '# Opening\n\nBring **bread** <script>window.ran = true</script>')
  await preview(page).getByRole('heading', { name: 'Opening' }).waitFor()
  await preview(page).getByText('bread', { exact: true }).waitFor()
  await show('page.html', '<h1>Hello</h1><script>window.ran = true</script>')
  await preview(page).getByText('<h1>Hello</h1>').waitFor()
  await show(
    'picture.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>parent.ran = true</script><rect width="40" height="40"/></svg>',
  )
  await preview(page).getByRole('img').waitFor()
  await show('prices.csv', 'Bread,Price\n"Rye, dark",4.50\nBaguette,2.20\n')
  await preview(page).getByRole('columnheader', { name: 'Price' }).waitFor()
  await preview(page).getByRole('cell', { name: 'Rye, dark' }).waitFor()
  await demandAccessible(page)
  await show('bake.ts', 'const loaf = 1\n'.repeat(40))
  await preview(page).getByText('const loaf = 1').first().waitFor()
  // The end of the last line begins no other one.
  expect(await read(preview(page).locator('pre > span')).count()).toBe(40)
  await demandAccessible(page)
  expect(await read(page).evaluate('window.ran')).toBeUndefined()
  await show('data.bin', new Uint8Array([0, 1, 2]))
  await preview(page)
    .getByText(/have no preview/)
    .waitFor()
  const downloading = page.waitForEvent('download')
  await preview(page).getByRole('button', { name: 'Download' }).click()
  expect(await textOf(await downloading)).toBe('\u0000\u0001\u0002')
})

test('an image that cannot be shown has an explanation and offers the download', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  chromium.expectLines(/404/)
  const picture = readFileSync(new URL('../../web/public/icon.svg', import.meta.url), 'utf8')
  const id = await addFile(page, 'logo.svg', picture)
  await page.goto(`${site.url}/p/file/${id}`)
  await expect
    .poll(() => page.evaluate(`document.querySelector('main figure img')?.naturalWidth ?? 0`))
    .toBeGreaterThan(0)
  const broken = await addFile(page, 'broken.png', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]))
  await page.goto(`${site.url}/p/file/${broken}`)
  await preview(page)
    .getByText(/cannot be shown/)
    .waitFor()
  await preview(page).getByRole('button', { name: 'Download' }).waitFor()
})

/** Two seconds of silence. */
function silence(): Uint8Array<ArrayBuffer> {
  const rate = 8_000
  const bytes = new Uint8Array(44 + 2 * rate).fill(128)
  const view = new DataView(bytes.buffer)
  const write = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  write(36, 'data')
  view.setUint32(40, 2 * rate, true)
  return bytes
}

test('audio is played from any position', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const id = await addFile(page, 'jingle.wav', silence())
  await page.goto(`${site.url}/p/file/${id}`)
  await page.locator('audio').waitFor()
  await expect.poll(() => page.evaluate(`document.querySelector('audio').duration`)).toBe(2)
  const place = await read(page).evaluate(`new Promise((resolve) => {
    const audio = document.querySelector('audio')
    audio.onseeked = () => resolve(audio.currentTime)
    audio.currentTime = 1.5
  })`)
  expect(place).toBe(1.5)
  await demandAccessible(page)
})

test('versions are opened, downloaded and restored, and restoring can be undone', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const id = await addFile(page, 'offer.txt', 'first offer')
  await addVersion(page, id, 'second offer')
  await page.goto(`${site.url}/p/file/${id}`)
  await preview(page).getByText('second offer').waitFor()
  const versions = page.getByRole('region', { name: 'Versions' })
  await versions.getByRole('link', { name: 'v1' }).click()
  await preview(page).getByText('first offer').waitFor()
  await page.getByText('This is version 1, not the current one.').waitFor()
  await demandAccessible(page)
  await page.reload()
  await preview(page).getByText('first offer').waitFor()
  await versions.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Version 1 was restored as a new version.').waitFor()
  // It is shown at once.
  await versions.locator('[aria-current="page"]').getByText('v3').waitFor()
  expect(await read(page.getByText('not the current one')).count()).toBe(0)
  await preview(page).getByText('first offer').waitFor()
  await page.keyboard.press('Control+z')
  await versions.locator('[aria-current="page"]').getByText('v4').waitFor()
  await preview(page).getByText('second offer').waitFor()
  await page.locator('[data-upload="version"]').setInputFiles({
    ...{ name: 'another name.txt', mimeType: 'text/plain', buffer: Buffer.from('five') },
  })
  await versions.locator('[aria-current="page"]').getByText('v5').waitFor()
})

test('status, tags and lock are changed, and comments and history are beside the file', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const id = await addFile(page, 'brief.txt', 'brief')
  await page.goto(`${site.url}/p/file/${id}`)
  const about = page.getByRole('complementary', { name: 'Details' })
  await about.getByRole('button', { name: 'Draft' }).click()
  await page.getByRole('option', { name: 'Pending Approval' }).waitFor()
  await page.getByRole('combobox', { name: 'Set status' }).press('2')
  await expect.poll(() => about.getByRole('button', { name: 'Draft' }).count()).toBe(0)
  await about.getByRole('button', { name: 'Pending Approval' }).click()
  await page.getByRole('option', { name: /^Final, read-only/ }).click()
  await about.getByRole('button', { name: 'Final, read-only' }).waitFor()
  await about.getByText(/to Final, read-only/).waitFor()
  expect(await read(page.getByText('[READONLY]').filter({ visible: true })).count()).toBe(0)
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Set tags' }).fill('print')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await about.getByText('print', { exact: true }).first().waitFor()
  await page.keyboard.press('l')
  await page.getByRole('option', { name: /^1 hour/ }).click()
  await about.getByText(/^Ada Lovelace, until/).waitFor()
  await about.getByRole('textbox', { name: 'Write a comment' }).fill('Could the green be darker?')
  await page.keyboard.press('Control+Enter')
  await about.getByRole('article', { name: 'Comment by Ada Lovelace' }).waitFor()
  await about.getByText(/locked it/).waitFor()
  await about.getByText(/added this file/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('#')
  await page.getByText('brief.txt moved to the trash.').waitFor()
  await page.waitForURL(`**/p/workspace/${workspaceId}/files`)
})

test('the page of a file fits a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  const id = await addFile(
    page,
    'A long name of a file that no telephone can show in one line.csv',
    'a,b\n1,2\n',
  )
  await page.goto(`${site.url}/p/file/${id}`)
  await preview(page).getByRole('cell', { name: '2' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  const top = async (name: string | RegExp) =>
    (await read(page.getByRole('button', { name, exact: true })).boundingBox())?.y
  expect(await top(/^Actions for /)).toBe(await top('Download'))
})

test('a file that somebody else has locked offers nothing that is refused; an Admin may unlock it', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const grace = { email: site.email('grace'), fullName: 'Grace Hopper', userType: 'Internal' }
  const { id: userHash } = await callApi<{ id: string }>(page, 'POST', '/v1/users', grace)
  await callApi(page, 'PUT', `/v1/workspaces/${workspaceId}/members/${userHash}`, { role: 'Contributor' })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${userHash}/invitation`, {})
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  const id = await addFile(page, 'contract.txt', 'one')
  await addVersion(page, id, 'two')
  await callApi(page, 'POST', `/v1/files/${id}/lock`, { seconds: 3_600 })
  await other.goto(`${site.url}/p/file/${id}`)
  const versions = other.getByRole('region', { name: 'Versions' })
  const restore = versions.getByRole('button', { name: 'Restore version 1' })
  await restore.and(other.locator('[title^="Locked by Ada Lovelace until"]')).waitFor()
  expect(await read(restore).isDisabled()).toBe(true)
  expect(await read(versions.getByRole('button', { name: 'Upload new version' })).isDisabled()).toBe(true)
  await other.getByRole('button', { name: 'Actions for contract.txt' }).click()
  const actions = other.getByRole('dialog')
  await actions.getByText(/^Locked by Ada Lovelace until /).waitFor()
  await demandAccessible(other)
  expect(
    (await read(actions.getByRole('option')).allInnerTexts()).map((each) => each.split('\n')[0]),
  ).toEqual(['Download', 'Copy to …'])

  await callApi(page, 'DELETE', `/v1/files/${id}/lock`)
  await callApi(other, 'POST', `/v1/files/${id}/lock`, { seconds: 3_600 })
  await page.goto(`${site.url}/p/file/${id}`)
  await page.getByRole('button', { name: 'Actions for contract.txt' }).click()
  await page.getByRole('option', { name: /^Unlock/ }).click()
  await page.getByRole('option', { name: 'Break the lock' }).click()
  const own = page.getByRole('region', { name: 'Versions' })
  await expect.poll(() => own.getByRole('button', { name: 'Restore version 1' }).isEnabled()).toBe(true)
})
