import type { Locator, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import type { useChromium } from './chromium.ts'
import { callApi, signIn, type useSite } from './served.ts'

interface StoredTask {
  id: string
  details: Record<string, unknown>
}

interface WorkspaceInBrowser {
  id: string
  /** Signs in and opens the tasks of the workspace. */
  open: (page: Page) => Promise<void>
  /** The task with this title, as the service has it. Another workspace can be given. */
  stored: (page: Page, title: string, workspaceId?: string) => Promise<StoredTask>
}

/** A company with the workspace "Website relaunch". */
export function useWorkspace(
  chromium: ReturnType<typeof useChromium>,
  site: ReturnType<typeof useSite>,
): WorkspaceInBrowser {
  const workspace: WorkspaceInBrowser = {
    id: '',
    open: async (page: Page): Promise<void> => {
      await signIn(page, site)
      await page.goto(`${site.url}/p/workspace/${workspace.id}/tasks`)
      await page.getByRole('table', { name: 'Tasks' }).waitFor()
    },
    stored: async (page: Page, title: string, workspaceId = workspace.id): Promise<StoredTask> => {
      const filter = encodeURIComponent(`title="${title}"`)
      const path = `/v1/workspaces/${workspaceId}/tasks?filter=${filter}`
      const { items } = await callApi<{ items: StoredTask[] }>(page, 'GET', path)
      const [task] = items
      if (task === undefined) throw new Error(`There is no task ${title}`)
      return task
    },
  }
  beforeAll(async () => {
    const page = await chromium.page()
    await signIn(page, site)
    const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', {
      workspaceName: 'Website relaunch',
      description: 'From the first sketch to the launch.',
    })
    workspace.id = id
  })
  return workspace
}

export async function makeTask(page: Page, text: string, title = text): Promise<Locator> {
  await page.getByRole('button', { name: 'New task' }).click()
  await page.getByLabel('Title of the new task').fill(text)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: title })
  await row.waitFor()
  return row
}
