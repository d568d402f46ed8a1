import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

test('tags are created, renamed with undo, merged and deleted, and the counts follow', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const workspace = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', {
    workspaceName: 'Relaunch',
  })
  for (const tags of [['press'], ['press', 'media'], ['media']])
    await callApi(page, 'POST', '/v1/tasks', { workspaceId: workspace.id, title: tags.join(' '), tags })
  await page.goto(`${site.url}/setup/tags`)
  const row = (name: string) => page.getByRole('row', { name, exact: true })
  const act = async (name: string, what: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: what }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const dialog = page.getByRole('dialog')
  await row('press').waitFor()
  const cells = () => read(row('press').getByRole('cell')).allTextContents()
  await expect.poll(cells).toEqual(['press', '2', '0', ''])
  await demandAccessible(page)

  await page.getByRole('button', { name: 'New tag' }).click()
  await dialog.getByLabel('Name').fill('Press')
  await dialog.getByRole('button', { name: 'Create tag' }).click()
  await dialog.getByText('Another tag has this name. To combine the two, merge them.').waitFor()
  await dialog.getByLabel('Name').fill('Spring')
  await dialog.getByRole('button', { name: 'Create tag' }).click()
  await row('Spring').waitFor()

  const colour = (name: string) => read(row(name).locator('[style*="--h"]')).getAttribute('style')
  const before = await colour('press')
  await act('press', 'Rename')
  await dialog.getByLabel('Name').fill('Press releases')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await row('Press releases').waitFor()
  // The colour belongs to the tag, not to its name.
  expect(before).toContain('--h')
  await expect.poll(() => colour('Press releases')).toBe(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row('press').waitFor()

  await act('media', 'Merge into another tag')
  await dialog.getByText('2 tasks and 0 files get the other tag instead of media.').waitFor()
  await demandAccessible(page)
  await dialog.getByRole('combobox', { name: 'Merge into' }).fill('PRE')
  await page.getByRole('option', { name: 'press' }).click()
  await dialog.getByRole('button', { name: 'Merge tags' }).click()
  await page.getByText('media merged into press.').waitFor()
  await row('media').waitFor({ state: 'detached' })
  await expect.poll(cells).toEqual(['press', '3', '0', ''])

  await row('press').click()
  await page.getByRole('tab', { name: 'Tasks' }).click()
  await page.getByRole('row', { name: 'press media' }).waitFor()
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByRole('link', { name: 'Tags' }).click()

  await act('press', 'Delete')
  await dialog.getByText('The tag is removed from 3 tasks and 0 files, which are kept.').waitFor()
  await dialog.getByRole('button', { name: 'Delete tag' }).click()
  await row('press').waitFor({ state: 'detached' })
  const left = async (): Promise<string[][]> =>
    (await callApi<{ items: { details: { tags: string[] } }[] }>(page, 'GET', '/v1/tasks')).items.map(
      ({ details }) => details.tags,
    )
  await expect.poll(left).toEqual([[], [], []])
})

test('on a phone the tags fit', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/setup/tags`)
  await page.getByRole('row', { name: 'Spring' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
})
