import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '../support/postgres-server.ts'
import {
  answers,
  cleanUpProcesses,
  makeFolder,
  program,
  root,
  settingsIn,
  start,
  until,
} from '../support/process.ts'
import { excess, recordedSizes, sizesOnDisk, sum } from '../support/sizes.ts'

cleanUpProcesses()

/** Where the machine itself has a program, apart from those of the project. */
function onMachine(name: string): string | undefined {
  const brought = join(root, 'node_modules')
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith(brought))
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}

const machineNode = onMachine('node') ?? process.execPath
const npm = onMachine('npm')

/** A folder for the path with only these programs: no python, make or compiler. */
function pathWith(programs: Record<string, string>): string {
  const folder = join(makeFolder(), 'bin')
  mkdirSync(folder)
  for (const [name, file] of Object.entries(programs)) symlinkSync(realpathSync(file), join(folder, name))
  return folder
}

describe.runIf(npm !== undefined)('npm ci', () => {
  // npm may ask the registry about every package.
  test('passes with only node, npm and sh on the path, and installs what it needs', async () => {
    const bare = pathWith({ node: machineNode, npm: String(npm), sh: '/bin/sh' })
    const folder = makeFolder()
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(root, name), join(folder, name))
    const words = ['ci', '--prefer-offline', '--no-audit', '--no-fund']
    // A request that gets no answer is sent again after half a minute, not after five.
    const env = { PATH: bare, npm_config_fetch_timeout: '30000' }
    const installed = await start(join(bare, 'npm'), words, { cwd: folder, env }).ended
    expect(installed.code, installed.stderr + installed.stdout).toBe(0)
    // One line of success: no warnings greet a newcomer.
    expect(installed.stderr).toBe('')
    if (process.platform === 'linux') {
      const parts = sizesOnDisk(folder)
      const before = recordedSizes('npm-ci', parts)
      const what = 'What npm ci installs'
      expect(excess({ what, unit: 'MB', size: sum(parts), limit: 500, parts, before })).toBe('')
    }

    const local = join(folder, 'node_modules', '.bin', 'node')
    if (process.platform === 'linux') expect(existsSync(local)).toBe(true)
    const script = `const SQLite = require('better-sqlite3')
      const db = new SQLite('new.db')
      db.exec('CREATE TABLE t (x)')
      require('@node-rs/argon2').hashSync('x')
      console.log(process.versions.node.split('.')[0])`
    const node = existsSync(local) ? local : machineNode
    const ran = await start(node, ['-e', script], { cwd: folder, env: { PATH: bare } }).ended
    expect(ran.code, ran.stderr).toBe(0)
    expect(Number(ran.stdout)).toBeGreaterThanOrEqual(24)
    expect(existsSync(join(folder, 'new.db'))).toBe(true)
  })
})

describe('an older Node', () => {
  /** As `--import`: makes the program believe that it runs on this version. */
  const pretend = (version: string): string =>
    `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`

  test.each(['18.20.8', '20.20.2', '22.19.0', '23.11.1'])('%s gets one clear line', async (version) => {
    const { code, stdout, stderr } = await start(process.execPath, [
      '--import',
      pretend(version),
      program,
      '--help',
    ]).ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^Atrium needs Node 24 or later, but this is ${version}\\..*\\n$`))
  })

  test.each(['24.0.0', '26.1.0'])('%s is not one', async (version) => {
    const { code } = await start(process.execPath, ['--import', pretend(version), program, '--help']).ended
    expect(code).toBe(0)
  })

  test('if this machine has one, gets that line too', async (context) => {
    const version = (await start(machineNode, ['--version']).ended).stdout.trim().slice(1)
    if (Number(version.split('.')[0]) >= 24) context.skip('the machine has no older Node')
    const { code, stdout, stderr } = await start(machineNode, [program, 'serve']).ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Atrium needs Node 24 or later.*\n$/)
  })
})

describe.runIf(npm !== undefined)('npm scripts', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  // npm passes a signal on to its shell; only a shell that was replaced by the program (`exec`) delivers it.
  test('npm start serves, and SIGTERM reaches the service', async () => {
    const port = await freePort()
    const env = { ...settingsIn(makeFolder()), ATRIUM_PORT: `${port}` }
    const started = start(String(npm), ['start'], { env })
    await answers(started, `http://127.0.0.1:${port}/readyz`)
    started.signal('SIGTERM')
    const { stderr } = await started.ended
    expect(stderr).toContain('SIGTERM: stopping')
    await until('nobody answers any more', () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => false,
        () => true,
      ),
    )
  })

  test('npm run atrium uses the settings in front of it', async () => {
    const file = join(makeFolder(), 'elsewhere.db')
    const env = { ATRIUM_DATABASE_URL: `sqlite:${file}` }
    const ended = await start(String(npm), ['run', '--silent', 'atrium', '--', 'check'], { env }).ended
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining(`${file} does not exist`) })
  })

  test('npm run pages builds the pages of a service, which name its command', async () => {
    const folder = makeFolder()
    for (const name of ['bin', 'scripts', 'src', 'package.json', 'package-lock.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true })
    for (const name of ['src', 'public', 'index.html', 'vite.config.ts'])
      cpSync(join(root, 'web', name), join(folder, 'web', name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const { code, stderr } = await start(String(npm), ['run', '--silent', 'pages'], { cwd: folder }).ended
    expect([code, stderr]).toEqual([0, expect.stringContaining('Built the web application')])
    const assets = join(folder, 'web', 'dist', 'assets')
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
    const text = scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join()
    expect(text).toContain('admin recover')
    expect(text).not.toContain('npm run atrium')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('npm run dev serves, and restarts when a source file changes', async () => {
    const folder = makeFolder()
    for (const name of ['bin', 'src', 'package.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const port = await freePort()
    const env = { ...settingsIn(makeFolder()), ATRIUM_PORT: `${port}` }
    const [node = '', ...words] = String(scripts['dev'])
      .replace(/^exec /, '')
      .split(' ')
    expect(node).toBe('node')
    // The command of the script itself: a shell in between would outlive the test.
    const started = start(process.execPath, words, { cwd: folder, env })
    const times = (): number => started.stderr().split('Atrium serves').length - 1
    await until('it serves', () => times() === 1)
    const changed = join(folder, 'src', 'base', 'version.ts')
    writeFileSync(changed, readFileSync(changed))
    await until('it serves again', () => times() >= 2)
    await answers(started, `http://127.0.0.1:${port}/readyz`)
    started.signal('SIGTERM')
    await started.ended
  })
})
