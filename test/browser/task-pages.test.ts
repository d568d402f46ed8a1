import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'
import { makeTask, useWorkspace } from '../support/workspace-page.ts'

const chromium = useChromium()
const site = useSite()
const workspace = useWorkspace(chromium, site)

const tasks = (): string => `${site.url}/p/workspace/${workspace.id}/tasks`

test('a filter needs a value, yes is offered for a question, and a filter that nobody understands can be cleared', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await makeTask(page, 'Pay the invoice')
  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog').locator('form')
  await form.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Title', exact: true }).click()
  await form.getByRole('button', { name: 'Apply' }).click()
  await form.getByText('Enter or choose a value.').waitFor()
  await form.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Overdue', exact: true }).click()
  await form.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Overdue is Yes').waitFor()
  for (const layout of ['list', 'board', 'timeline']) {
    await page.goto(`${tasks()}?layout=${layout}&filter=nonsense`)
    await page.getByText('This filter is not valid').waitFor()
    // Counted in what the person wrote.
    await page
      .getByText(/\(column \d\)/)
      .first()
      .waitFor()
  }
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await page.getByRole('link', { name: 'Pay the invoice' }).waitFor()
})

test('the estimate of a task is set beside the list, and notices do not pile up', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Count the chairs')
  await row.getByRole('button', { name: 'Estimate for Count the chairs' }).click()
  await page.getByRole('dialog', { name: 'Set estimate' }).getByRole('combobox').fill('2h')
  await page.keyboard.press('Enter')
  await row.getByText('2:00', { exact: true }).waitFor()
  await expect
    .poll(async () => (await workspace.stored(page, 'Count the chairs')).details['estimateMinutes'])
    .toBe(120)
  await row.getByRole('link').click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByText('Estimate', { exact: true }).waitFor()
  await panel.locator('dl > div').filter({ hasText: 'Estimate' }).getByRole('button').click()
  await page.getByRole('dialog', { name: 'Set estimate' }).getByRole('combobox').fill('30h')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await workspace.stored(page, 'Count the chairs')).details['estimateMinutes'])
    .toBe(1_800)
  await page.keyboard.press('Escape')
  for (let n = 0; n < 5; n += 1) await makeTask(page, `Chair ${n}`)
  for (let n = 0; n < 5; n += 1) {
    await page
      .getByRole('row', { name: `Chair ${n}` })
      .getByRole('link')
      .focus()
    await page.keyboard.press('#')
    await page
      .getByRole('status')
      .filter({ hasText: `Chair ${n} moved to the trash.` })
      .waitFor()
  }
  expect(await read(page.getByRole('status').filter({ hasText: 'moved to the trash.' })).count()).toBe(3)
})

test('a key that is pressed before the panel or the tools are rendered acts on them', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const first = await makeTask(page, 'Sweep the yard')
  await makeTask(page, 'Paint the fence')
  const { id } = await workspace.stored(page, 'Paint the fence')
  const press = `(key, shiftKey = false) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))`
  const panel = page.getByRole('complementary', { name: 'Task' })
  await first.getByRole('link').click()
  await panel.getByRole('button', { name: 'Start timer' }).waitFor()
  // T starts the timer of the task beside the list.
  const link = `document.querySelector('a[data-task="${id}"]')`
  await read(page).evaluate(`(async () => { await ${link}.click(); (${press})('T', true) })()`)
  await page.getByRole('status').filter({ hasText: 'Timer started' }).waitFor()
  const running = await callApi<{ details: { taskId: string } }>(page, 'GET', '/v1/users/me/timer')
  expect(running.details.taskId).toBe(id)
  await callApi(page, 'DELETE', '/v1/users/me/timer')
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (document.querySelector('fieldset button[aria-pressed]') === null) return
      observer.disconnect()
      window.hadTools = document.querySelector('[data-filter]') !== null
      ;(${press})('/')
    }).observe(document, { childList: true, subtree: true })`)
  await page.goto(tasks())
  await page.getByRole('dialog').locator('form').waitFor()
  expect(await read(page).evaluate('window.hadTools')).toBe(false)
})

test('what a workspace shows first is requested before the application is loaded, which uses the responses', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const path = `/v1/workspaces/${workspace.id}`
  const first = ['/v1/users/me', '/v1/users/me/settings', path, `${path}/stages?sort=rank&limit=100`]
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (first.includes(pathname + search)) asked.push(pathname + search)
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await expect.poll(() => asked.length).toBe(first.length)
    await route.continue()
  })
  await page.goto(tasks())
  await page.getByRole('table', { name: 'Tasks' }).waitFor()
  expect(new Set(asked)).toEqual(new Set(first))
  await expect.poll(() => page.evaluate('Object.keys(window.atriumEarly)')).toEqual([])
})

test('the code of a workspace is requested before the rest of the application has run', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.addInitScript(`
    const append = Node.prototype.appendChild
    Node.prototype.appendChild = function (child) {
      if (child.href?.includes('/assets/workspace-')) window.hadRun ??= Symbol.for('wouter_v3') in window
      return append.call(this, child)
    }`)
  await page.goto(tasks())
  await page.getByRole('table', { name: 'Tasks' }).waitFor()
  expect(await read(page).evaluate('window.hadRun')).toBe(false)
  expect(await read(page).evaluate("Symbol.for('wouter_v3') in window")).toBe(true)
})

test('a button shows what it does while the pointer rests on it', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await page.getByRole('button', { name: 'Export CSV' }).hover()
  await page.getByRole('tooltip', { name: 'Export CSV' }).waitFor()
  await page.mouse.move(700, 600)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
})

test('the page of a deleted task leads to the trash', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const path = `/v1/workspaces/${workspace.id}/tasks`
  const { id } = await callApi<{ id: string }>(page, 'POST', path, { title: 'Thrown away' })
  await callApi(page, 'DELETE', `/v1/tasks/${id}`)
  await page.goto(`${site.url}/p/task/${id}`)
  await page.getByRole('heading', { name: 'This task is gone' }).waitFor()
  await page.getByRole('link', { name: 'Open the trash' }).click()
  await page.getByText('Thrown away').waitFor()
})

test('on a phone rows are large enough to tap, and an open task is a page', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  const path = `/v1/workspaces/${workspace.id}/tasks`
  const { id } = await callApi<{ id: string }>(page, 'POST', path, {
    title: 'Ring the bell before everybody has left the building',
    dueDate: '2025-01-01',
    tags: ['print'],
  })
  await page.goto(tasks())
  const row = page.getByRole('row', { name: 'Ring the bell' })
  await row.waitFor()
  expect((await read(row).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  // Nothing of a date is cut off, and there are no keys to press.
  const due = row.locator('time')
  const [whole = 0, shown = 0] = await read(due).evaluate((time: { parentElement: object }) => {
    const { scrollWidth, clientWidth } = time.parentElement as { scrollWidth: number; clientWidth: number }
    return [scrollWidth, clientWidth]
  })
  expect(whole).toBeLessThanOrEqual(shown)
  expect(await read(page.locator('button kbd').filter({ visible: true })).count()).toBe(0)
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Reports' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
  // A card shows the names of its tags below a long title, too.
  await page.goto(`${tasks()}?layout=board`)
  await page.getByRole('region', { name: 'Open', exact: true }).getByText('print', { exact: true }).waitFor()
  await page.goto(`${tasks()}?open=${id}`)
  await expect.poll(() => page.url()).toBe(`${site.url}/p/task/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Ring the bell' }).waitFor()
  // The pickers show no keys either, and leave the on-screen keyboard closed.
  await page.getByRole('button', { name: 'Open', exact: true }).tap()
  const picker = page.getByRole('dialog', { name: 'Set status' })
  await picker.getByRole('option', { name: 'On Hold' }).waitFor()
  expect(await read(picker.getByText(/^\d$/).filter({ visible: true })).count()).toBe(0)
  await expect.poll(() => page.evaluate('document.activeElement?.role')).toBe('listbox')
})

test('comments and changes are one stream, the newest last, above the field for the next comment', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const path = `/v1/workspaces/${workspace.id}/tasks`
  const { id } = await callApi<{ id: string }>(page, 'POST', path, { title: 'Paint the door' })
  await callApi(page, 'POST', `/v1/tasks/${id}/comments`, { body: 'Blue or green?' })
  await callApi(page, 'PUT', `/v1/tasks/${id}`, { status: 'In Progress' })
  await page.goto(`${site.url}/p/task/${id}`)
  const stream = page.getByRole('region', { name: 'Activity' })
  const entries = stream.locator('ol > li')
  const told = async (): Promise<string[]> =>
    (await read(entries).allInnerTexts()).map(
      (text) => /created this task|Blue or green\?|Open to In Progress|Green\./.exec(text)?.[0] ?? text,
    )
  await expect.poll(told).toEqual(['created this task', 'Blue or green?', 'Open to In Progress'])
  const field = stream.getByLabel('Write a comment')
  await field.fill('Green.')
  await field.press('Control+Enter')
  await expect.poll(told).toEqual(['created this task', 'Blue or green?', 'Open to In Progress', 'Green.'])
  const last = await read(entries.last()).boundingBox()
  expect((await read(field).boundingBox())?.y).toBeGreaterThan(last?.y ?? Number.POSITIVE_INFINITY)
  await stream.getByRole('button', { name: 'Changes' }).click()
  await expect.poll(told).toEqual(['created this task', 'Open to In Progress'])
  await stream.getByRole('button', { name: 'Comments' }).click()
  await expect.poll(told).toEqual(['Blue or green?', 'Green.'])
  await demandAccessible(page)
})

/** Pastes or drops a file that the test makes into the field for a comment. Pasting says whether the field ignores it. */
const give = (
  page: Page,
  how: 'paste' | 'drop',
  { name, type, base64 }: typeof picture,
  /** Types of text that come with it. */
  texts: readonly string[] = [],
): Promise<unknown> =>
  read(page).evaluate(`(() => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob('${base64}'), (each) => each.charCodeAt(0))
    data.items.add(new File([bytes], '${name}', { type: '${type}' }))
    for (const each of ${JSON.stringify(texts)}) data.setData(each, '${name}')
    const target = document.querySelector('[aria-label="Write a comment"]')
    const own = { bubbles: true, cancelable: true }
    if ('${how}' === 'paste') return target.dispatchEvent(new ClipboardEvent('paste', { ...own, clipboardData: data }))
    for (const event of ['dragover', 'drop'])
      target.dispatchEvent(new DragEvent(event, { ...own, dataTransfer: data }))
  })()`)

const picture = {
  name: 'image.png',
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}
const notes = { name: 'notes.txt', type: 'text/plain', base64: Buffer.from('Blue').toString('base64') }

test('files are attached to a comment with a button, by pasting and by dropping, and stay with the draft', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'POST', `/v1/workspaces/${workspace.id}/tasks`, {
    title: 'Choose the colour',
  })
  const filesOf = async (): Promise<string[]> => {
    const path = `/v1/tasks/${id}/files?fields=fileName`
    const { items } = await callApi<{ items: { details: { fileName: string } }[] }>(page, 'GET', path)
    return items.map(({ details }) => details.fileName).toSorted()
  }
  await page.goto(`${site.url}/p/task/${id}`)
  const stream = page.getByRole('region', { name: 'Activity' })
  const field = stream.getByLabel('Write a comment')
  const attached = stream.getByRole('list', { name: 'Attached files' })
  const choose = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

  // A file that is refused says why, and can be sent again.
  const refuse = { status: 403, contentType: 'application/json', body: '{"message":"Not this time."}' }
  chromium.expectLines(/a status of 403/)
  await page.route('**/v1/files/upload', (route) => route.fulfill(refuse))
  const chooser = page.waitForEvent('filechooser')
  await stream.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([choose('plan.txt')])
  await attached.getByRole('alert').getByText('Not this time.').waitFor()
  expect(await read(stream.getByRole('button', { name: 'Comment', exact: false }).last()).isDisabled()).toBe(
    true,
  )
  await page.unroute('**/v1/files/upload')
  await attached.getByRole('button', { name: 'Try again' }).click()
  await attached.getByRole('alert').waitFor({ state: 'detached' })
  await expect.poll(filesOf).toEqual(['plan.txt'])

  // Text that comes with its picture is only text; a copied file comes with its name.
  expect(await give(page, 'paste', picture, ['text/plain', 'text/html'])).toBe(true)
  for (const [expected, texts] of [
    ['image.png', ['text/html']],
    ['image (2).png', ['text/plain']],
  ] as const) {
    expect(await give(page, 'paste', picture, texts)).toBe(false)
    await attached.getByRole('button', { name: `Remove ${expected}` }).waitFor()
    await expect.poll(filesOf).toContain(expected)
  }
  // A file whose answer was lost is stored once.
  chromium.expectLines(/ERR_FAILED/)
  await page.route(
    `**/v1/tasks/${id}/files`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await give(page, 'drop', notes)
  await attached.getByRole('button', { name: 'Try again' }).click()
  await attached.getByRole('alert').waitFor({ state: 'detached' })
  await attached.getByText('% uploaded').waitFor({ state: 'detached' })
  await attached.getByRole('button', { name: 'Remove notes.txt' }).waitFor()
  expect(await filesOf()).toEqual(['image (2).png', 'image.png', 'notes.txt', 'plan.txt'])
  await demandAccessible(page)

  // A file that is taken off again does not stay on the task.
  await page.reload()
  await attached.getByRole('button', { name: 'Remove notes.txt' }).click()
  await expect.poll(filesOf).toEqual(['image (2).png', 'image.png', 'plan.txt'])
  await field.fill('Like this')
  await stream.getByRole('switch', { name: 'Only internal people' }).click()
  await stream.getByText('also see the attached files').waitFor()
  await stream.getByRole('switch', { name: 'Only internal people' }).click()
  await field.press('Control+Enter')
  const comment = stream.getByRole('article').filter({ hasText: 'Like this' })
  await comment.getByRole('link', { name: 'plan.txt 8 bytes' }).waitFor()
  await comment.getByRole('link', { name: 'image.png' }).locator('img').waitFor()
  expect(await read(stream.getByRole('button', { name: 'Remove plan.txt' })).count()).toBe(0)
  await demandAccessible(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: 360, height: 780 })
  await demandFits(page)
  await page.setViewportSize({ width, height })

  await comment.getByRole('button', { name: 'Edit' }).click()
  await comment.getByRole('button', { name: 'Remove plan.txt' }).click()
  await comment.getByLabel('Edit the comment').press('Control+Enter')
  await comment.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await read(comment.getByRole('link', { name: 'plan.txt' })).count()).toBe(0)
  await expect.poll(filesOf).toContain('plan.txt')

  // A reply that is only a file says its name, and there is a limit.
  await comment.getByRole('button', { name: 'Reply' }).click()
  await page.route('**/v1/files/upload', (route) => route.fulfill(refuse))
  const many = Array.from({ length: 30 }, (_, n) => choose(`${n}.txt`))
  const replyFiles = stream.locator('[data-upload="comment"]').first()
  await replyFiles.setInputFiles(many)
  await stream.getByText('A comment can have at most 20 files.').waitFor()
  expect(await read(stream.getByText('A comment can have at most 20 files.')).count()).toBe(1)
  await stream.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/v1/files/upload')
  await comment.getByRole('button', { name: 'Reply' }).click()
  await replyFiles.setInputFiles(['answer.txt', 'answer.txt', '__init__.py'].map(choose))
  // Equal names are numbered.
  await stream.getByRole('button', { name: 'Remove answer (2).txt' }).waitFor()
  await stream.getByText('% uploaded').waitFor({ state: 'detached' })
  await stream.getByLabel('Write a reply').press('Control+Enter')
  const reply = stream.getByRole('article').filter({ hasText: 'answer.txt' })
  await reply.getByText('answer.txt, answer (2).txt, __init__.py', { exact: true }).waitFor()
  await reply.getByRole('link', { name: 'answer.txt' }).click()
  await page.waitForURL('**/p/file/*')

  // Somebody deletes the file.
  await callApi(page, 'DELETE', `/v1/files/${page.url().split('/').at(-1)}`)
  await page.goto(`${site.url}/p/task/${id}`)
  await reply.getByText('Deleted file').waitFor()
})
