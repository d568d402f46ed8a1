import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { haveDebian } from './debian.ts'
import { root, until } from './process.ts'

const suite = 'bookworm'
const packages = ['systemd', 'systemd-sysv', 'dbus', 'passwd', 'procps', 'libstdc++6']
/** Reused between runs: creating it takes a minute. */
const base = join(root, 'node_modules', '.cache', `debian-${suite}`)

/** A booted Debian with its own systemd, and this checkout, read-only, in /opt/atrium. It has the network of this machine. */
export interface DebianMachine {
  /** Runs a shell script as root; throws with its output if it fails. */
  run: (script: string, input?: string) => string
  /** The exit code and the output of a shell script. */
  try: (script: string, input?: string) => { code: number; output: string }
  stop: () => Promise<void>
}

/** Boots the machine, or returns why this is not possible here. */
export async function bootDebian(name: string): Promise<DebianMachine | string> {
  if (process.getuid?.() !== 0) return 'only root can boot a container'
  if (!haveDebian('/usr/bin/systemd-nspawn', 'systemd-container'))
    return 'systemd-nspawn is not installed and cannot be installed here'
  if (debianRoot() === undefined) return 'debootstrap cannot install Debian here'
  // On a host with systemd, nspawn gets a scope of its own.
  const alone = existsSync('/run/systemd/system') ? [] : ['--register=no', '--keep-unit']
  const words = ['--quiet', `--machine=${name}`, `--directory=${base}`, '--volatile=overlay', '--boot']
  const output: string[] = []
  const nspawn = spawn(
    'systemd-nspawn',
    [...words, ...alone, `--bind-ro=${root}:/opt/atrium`, '--console=pipe', '--link-journal=no'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => nspawn.once('close', () => resolve()))
  nspawn.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  nspawn.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const attempt = (script: string, input = ''): { code: number; output: string } => {
    const entering = ['--mount', '--uts', '--ipc', '--pid', '--target', String(leaderOf(nspawn.pid ?? 0))]
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
    }
    try {
      const said = execFileSync(
        'nsenter',
        [...entering, '--wd=/', '/bin/sh', '-ec', `exec 2>&1\ncd /opt/atrium\n${script}`],
        {
          env,
          input,
          encoding: 'utf8',
          stdio: 'pipe',
          timeout: 120_000,
        },
      )
      return { code: 0, output: said }
    } catch (error) {
      const { status, stdout = '' } = error as { status?: number; stdout?: string }
      return { code: status ?? -1, output: `${stdout}` }
    }
  }
  const stop = async (): Promise<void> => {
    // SIGTERM makes systemd-nspawn ask the container's systemd to power off.
    nspawn.kill('SIGTERM')
    const late = setTimeout(() => nspawn.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(late)
  }
  try {
    await until('it has booted', () =>
      /running|degraded/.test(attempt('systemctl is-system-running || true').output),
    )
  } catch {
    await stop()
    return `the container does not boot here: ${output.join('').slice(-500)}`
  }
  return {
    try: attempt,
    run(script, input) {
      const { code, output: said } = attempt(script, input)
      if (code !== 0) throw new Error(`${script}\nended with ${code}: ${said}`)
      return said
    },
    stop,
  }
}

/** A folder with a small Debian, or undefined if it cannot be created here. */
export function debianRoot(): string | undefined {
  if (existsSync(base)) return base
  return haveDebian('/usr/sbin/debootstrap', 'debootstrap') && makeBase() ? base : undefined
}

/** The container's first process. */
function leaderOf(nspawn: number): number {
  return Number(readFileSync(`/proc/${nspawn}/task/${nspawn}/children`, 'utf8').split(' ')[0])
}

function makeBase(): boolean {
  const begun = `${base}.unfinished`
  rmSync(begun, { recursive: true, force: true })
  mkdirSync(begun, { recursive: true })
  try {
    execFileSync('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, suite, begun], {
      stdio: 'ignore',
    })
    writeFileSync(join(begun, 'etc', 'hostname'), 'atrium\n')
    renameSync(begun, base)
    return true
  } catch {
    rmSync(begun, { recursive: true, force: true })
    return false
  }
}
