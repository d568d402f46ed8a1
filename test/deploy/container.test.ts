import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectFiles } from '../rules/project.ts'
import { haveDebian } from '../support/debian.ts'
import { debianRoot } from '../support/debian-machine.ts'
import { freePort } from '../support/postgres-server.ts'
import { answers, cleanUpProcesses, root, start } from '../support/process.ts'

cleanUpProcesses()

/**
 * Builds the image without a registry of images. It skips what needs one: the base image of the container file is made
 * here, from Debian's packages and the project's Node, and nothing is pushed or pulled. Nor does it use an engine: the
 * health check, the volume and the limits of `podman run` are read from the image, not applied.
 */
const base = 'localhost/node'

/** The time of all files in the image. */
const timestamp = '1700000000'

function whyNot(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can build an image here'
  if (!haveDebian('/usr/bin/buildah', 'buildah'))
    return 'buildah is not installed and cannot be installed here'
  return debianRoot() === undefined ? 'debootstrap cannot install Debian here' : undefined
}

describe('the container file', { timeout: 900_000 }, () => {
  const reason = whyNot()
  // On the disk: an image has several copies of the packages.
  const folder = `/var/tmp/atrium-container-${process.pid}`
  const context = join(folder, 'context')
  const store = [
    '--root',
    join(folder, 'images'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'overlay',
  ]

  function buildah(...words: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync('buildah', [...store, ...words], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { PATH: process.env['PATH'], HOME: folder, BUILDAH_ISOLATION: 'chroot', TMPDIR: folder },
    })
    if (status !== 0) throw new Error(`buildah ${words[0]}: ${stderr.slice(-3_000)}`)
    return stdout.trim()
  }

  beforeEach((context) => {
    if (reason !== undefined) context.skip(reason)
  })

  beforeAll(() => {
    if (reason !== undefined) return
    for (const name of projectFiles) cpSync(join(root, name), join(context, name))
    for (const name of ['.env', 'deploy/.env']) writeFileSync(join(context, name), 'ATRIUM_SECRET=hidden\n')
    makeBaseImage(join(folder, 'base'))
  }, 900_000)

  afterAll(() => {
    if (reason !== undefined) return
    spawnSync('buildah', [...store, 'umount', '--all'])
    spawnSync('buildah', [...store, 'rm', '--all'])
    spawnSync('buildah', [...store, 'rmi', '--all', '--force'])
    rmSync(folder, { recursive: true, force: true })
  })

  function makeBaseImage(sources: string): void {
    mkdirSync(sources, { recursive: true })
    const excluded = ['dev', 'proc', 'sys', 'run', 'tmp', 'var/cache'].map((name) => `--exclude=./${name}/*`)
    execFileSync('tar', ['-C', String(debianRoot()), ...excluded, '-cf', join(sources, 'root.tar'), '.'])
    cpSync(process.execPath, join(sources, 'node'))
    const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
    cpSync(dirname(dirname(realpathSync(npm))), join(sources, 'npm'), { recursive: true })
    const lines = [
      'FROM scratch',
      'ADD root.tar /',
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --create-home node',
    ]
    writeFileSync(join(sources, 'Containerfile'), lines.join('\n'))
    buildah('build', '--quiet', '-t', base, '-f', join(sources, 'Containerfile'), sources)
  }

  /** As its comment says, and with the packages that npm has here, because a build has no other way to get them. */
  function build(tag: string): string {
    const npm = (name: string): string =>
      execFileSync('npm', ['config', 'get', name], { cwd: root, encoding: 'utf8' }).trim()
    const settings = join(folder, 'npmrc')
    writeFileSync(
      settings,
      `registry=${npm('registry')}\nprefer-offline=true\ncache=/npm\naudit=false\nfund=false\n`,
    )
    const mounts = [`${settings}:/root/.npmrc:ro`, `${npm('cache')}:/npm`, '/etc/ssl/certs:/etc/ssl/certs:ro']
    const words = ['--timestamp', timestamp, '--build-arg', `NODE_IMAGE=${base}`, '--no-cache', '--quiet']
    const file = join(context, 'deploy/Containerfile')
    return buildah(
      'build',
      ...mounts.flatMap((each) => ['--volume', each]),
      ...words,
      '-f',
      file,
      '-t',
      tag,
      context,
    )
  }

  test('gives the same image twice, which serves, and has no settings of the checkout', async () => {
    const [first, second] = [build('atrium'), build('again')]
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(second).toBe(first)

    const container = buildah('from', 'atrium')
    const inside = buildah('mount', container)
    const found = (name: string): string =>
      execFileSync('find', [join(inside, 'opt/atrium'), '-name', name], { encoding: 'utf8' })
    expect(found('compose.yml')).not.toBe('')
    expect(found('.env*')).toBe('')
    const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', 'atrium')) as {
      OCIv1: { config: { User: string; Entrypoint: string[]; Cmd: string[]; Volumes: object } }
    }
    expect(OCIv1.config).toMatchObject({ User: 'node', Volumes: { '/data': {} } })

    const port = await freePort()
    const words = [...OCIv1.config.Entrypoint, ...OCIv1.config.Cmd]
    const served = start(
      'buildah',
      [...store, 'run', '--isolation', 'chroot', '--env', `ATRIUM_PORT=${port}`, container, '--', ...words],
      { env: { HOME: folder, TMPDIR: folder } },
    )
    await answers(served, `http://127.0.0.1:${port}/readyz`)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    served.signal('SIGTERM')
    await served.ended
  })
})
