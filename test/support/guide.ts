import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { time } from './clock.ts'
import { atrium, cleanUpProcesses, makeFolder, root, serveReady, settingsIn, start } from './process.ts'

const guide = readFileSync(join(root, 'docs', 'guides', 'auth.md'), 'utf8')

export function programIn(language: string, containing: string): string {
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

interface Guide {
  /** Runs a program of the guide, which requests its own user. */
  runExample: (interpreter: string, example: Example) => Promise<void>
  /** Runs a program in the folder of `credential.json`, and returns what it prints. */
  run: (interpreter: string, as: string, program: string) => Promise<string>
  /** Runs a command of the service with its settings, and returns what it prints. */
  command: (...words: string[]) => Promise<string>
}

/** Call at the top of a test file: runs programs from the guide, unchanged, against a running service. */
export function useGuide(): Guide {
  cleanUpProcesses()
  const folder = makeFolder()
  const settings = settingsIn(folder)
  let port = 0
  const command: Guide['command'] = async (...words) => {
    const { code, stdout, stderr } = await atrium(words, {
      env: { ...settings, ATRIUM_PUBLIC_URL: `http://localhost:${port}` },
    })
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }
  beforeAll(async () => {
    // The programs sign with the time of the machine.
    time.setToMachine()
    const company = ['--company', 'Acme', '--organization', 'accounts']
    const person = ['--admin', 'ada@example.com', '--name', 'Ada', '--password-stdin']
    const init = await atrium(['init', ...company, ...person], {
      env: settings,
      input: 'correct horse battery',
    })
    expect(init.code, init.stderr).toBe(0)
    port = (await serveReady(settings)).port
    writeFileSync(
      join(folder, 'credential.json'),
      await command('client', 'create', '--act-as', 'ada@example.com'),
    )
  })
  const run: Guide['run'] = async (interpreter, as, program) => {
    writeFileSync(join(folder, as), program)
    const { code, stdout, stderr } = await start(interpreter, [as], { cwd: folder }).ended
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }
  return {
    run,
    async runExample(interpreter, { language, containing, as }) {
      const stdout = await run(interpreter, as, programIn(language, containing))
      expect(JSON.parse(stdout).details).toMatchObject({ email: 'ada@example.com', fullName: 'Ada' })
    },
    command,
  }
}
