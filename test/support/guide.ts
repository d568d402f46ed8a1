import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { atrium, cleanUpProcesses, makeFolder, root, serveReady, settingsIn, start } from './process.ts'

const guide = readFileSync(join(root, 'docs', 'guides', 'auth.md'), 'utf8')

function programIn(language: string, containing: string): string {
  const blocks = [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const found = blocks.find(([, named, text]) => named === language && text?.includes(containing))
  if (found?.[2] === undefined) throw new Error(`The guide has no ${language} program with ${containing}`)
  return found[2]
}

export interface Example {
  language: string
  /** A text that distinguishes the program from others in the same language. */
  containing: string
  /** The file name to save it as. */
  as: string
}

/** Call at the top of a test file: runs programs from the guide, unchanged, against a running service. */
export function useGuide(): (interpreter: string, example: Example) => Promise<void> {
  cleanUpProcesses()
  const folder = makeFolder()
  beforeAll(async () => {
    const settings = settingsIn(folder)
    const company = ['--company', 'Acme', '--organization', 'accounts']
    const person = ['--admin', 'ada@example.com', '--name', 'Ada', '--password-stdin']
    const init = await atrium(['init', ...company, ...person], {
      env: settings,
      input: 'correct horse battery',
    })
    expect(init.code, init.stderr).toBe(0)
    const { port } = await serveReady(settings)
    const created = await atrium(['client', 'create', '--act-as', 'ada@example.com'], {
      env: { ...settings, ATRIUM_PUBLIC_URL: `http://localhost:${port}` },
    })
    expect([created.code, created.stderr]).toEqual([0, ''])
    writeFileSync(join(folder, 'credential.json'), created.stdout)
  })
  return async (interpreter, { language, containing, as }) => {
    writeFileSync(join(folder, as), programIn(language, containing))
    const { code, stdout, stderr } = await start(interpreter, [as], { cwd: folder }).ended
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout).details).toMatchObject({ email: 'ada@example.com', fullName: 'Ada' })
  }
}
