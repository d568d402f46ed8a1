import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { setupLink } from '../../src/company/first-start.ts'
import { webFolder } from '../../src/http/web-application.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const secret = 'a secret that only this test knows, 32+'
const chromium = useChromium()
const site = useOwnSite(() => ({ ATRIUM_SECRET: secret }))

test('people who open the address before the link learn where the link is', async () => {
  const page = await chromium.page()
  await page.goto(site.url)
  await page.getByRole('heading', { name: 'Atrium is running' }).waitFor()
  expect(await page.title()).toBe('Atrium is running · Atrium')
  await demandAccessible(page)
})

test('the company is created on a phone, with the keyboard, once all errors are fixed', async () => {
  const page = await chromium.page(phone)
  await page.goto(site.setupLink())
  await page.getByLabel('Company name').waitFor()
  await demandFits(page)
  await page.keyboard.press('Enter')
  // Each empty field shows its own error.
  await expect.poll(() => page.getByText('Required.').count()).toBe(4)
  await demandAccessible(page)
  await page.getByLabel('Company name').fill(admin.companyName)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await read(page.getByRole('radio', { name: 'Accounts' })).isChecked()).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.fullName)
  await page.keyboard.press('Tab')
  await page.keyboard.type('no address')
  await page.keyboard.press('Tab')
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  // Both errors are shown at once, and the first field with one has the focus.
  await page.getByText(/must be .*address/i).waitFor()
  await page.getByText('Must have at least 12 characters.').waitFor()
  expect(await read(page.locator('[aria-invalid=true]')).count()).toBe(2)
  const focused = 'document.activeElement === document.querySelector("input[type=email]")'
  await expect.poll(() => page.evaluate(focused)).toBe(true)
  await page.getByLabel('Email address').fill(site.admin.email)
  // Nothing that was typed is lost.
  expect(await read(page.getByLabel('Company name')).inputValue()).toBe(admin.companyName)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  // Sample data is on by default.
  await page.getByRole('checkbox', { name: 'Add sample data' }).uncheck()
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await read(page.getByLabel('Password', { exact: true })).getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Create company' }).click()
  await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
  const { details } = await callApi<{ details: Record<string, unknown> }>(page, 'GET', '/v1/users/me')
  expect(details).toMatchObject({
    fullName: admin.fullName,
    permissions: ['companyAdmin'],
    timeZone: 'Europe/Berlin',
  })
  const company = await callApi<{ details: object }>(page, 'GET', '/v1/company')
  expect(company.details).toMatchObject({ companyName: 'Acme Ltd', organization: 'workspaceGroups' })
})

test('the used link leads to sign-in', async () => {
  const page = await chromium.page()
  await page.goto(setupLink(site.url, Buffer.from(secret)))
  await page.getByText('This installation already has a company').waitFor()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByLabel('Email address').waitFor()
})

test('the pages are the production build: no developer tools, and at most 250 kB of script and style', async () => {
  const page = await chromium.page()
  const parts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) parts.push(response.body())
  })
  await page.goto(`${site.url}/sign-in`)
  await page.getByLabel('Email address').waitFor()
  const loaded = await Promise.all(parts)
  expect(loaded.some((part) => part.includes('jsxDEV'))).toBe(false)
  const packed = loaded.map((part) => gzipSync(part).length).reduce((sum, size) => sum + size, 0)
  expect(packed).toBeGreaterThan(150_000)
  expect(packed).toBeLessThan(250_000)
})

test('the code of each page is at most 40 kB, of the charts 6 kB, and the font at most 50 kB', () => {
  const folder = join(webFolder, 'assets')
  const entry = readFileSync(join(webFolder, 'index.html'), 'utf8')
  const chunks = readdirSync(folder).filter((name) => name.endsWith('.js') && !entry.includes(name))
  expect(chunks.length).toBeGreaterThan(20)
  const large = chunks
    .map((name) => ({ name, size: gzipSync(readFileSync(join(folder, name))).length }))
    .filter(({ size }) => size > 40_000)
  expect(large).toEqual([])
  // The charts themselves, without the page around them and the packages that every page has.
  const charts = chunks.filter((name) => /^(time|row)-chart-/.test(name))
  expect(charts).toHaveLength(2)
  const drawing = charts.map((name) => gzipSync(readFileSync(join(folder, name))).length)
  expect(drawing[0]).toBeGreaterThan(300)
  expect(drawing.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_000)
  const fonts = readdirSync(folder).filter((name) => name.endsWith('.woff2'))
  expect(fonts).toHaveLength(1)
  for (const name of fonts) expect(statSync(join(folder, name)).size).toBeLessThan(50_000)
  // The page asks for it before the styles that name it.
  expect(entry).toMatch(/rel="preload"\s+href="\/app\/assets\/inter-[^"]+\.woff2"/)
})

test('every component of the library that the pages use has its styles', () => {
  const all = (ending: string): string =>
    readdirSync(join(webFolder, 'assets'))
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(webFolder, 'assets', name), 'utf8'))
      .join('\n')
  const [scripts, styles] = [all('.js'), all('.css')]
  const library = createRequire(import.meta.url).resolve('@mantine/core/styles.css')
  const folder = join(dirname(library), 'styles')
  const classesIn = (name: string): string[] =>
    readFileSync(join(folder, name), 'utf8').match(/(?<=\.)m_[0-9a-f]+/g) ?? []
  const used = readdirSync(folder)
    .filter((name) => /^[A-Z]\w+\.css$/.test(name))
    .filter((name) => classesIn(name).some((each) => scripts.includes(each)))
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((name) => !classesIn(name).some((each) => styles.includes(`.${each}`)))).toEqual([])
})
