import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { haveDebian } from '../support/debian.ts'
import { root } from '../support/process.ts'

const compose = '/usr/bin/docker-compose'
const file = join(root, 'deploy', 'compose.yml')

const settings = {
  ATRIUM_PUBLIC_URL: 'https://atrium.example.com',
  ATRIUM_SECRET: 'x'.repeat(48),
  POSTGRES_PASSWORD: 'letters4and5digits',
}

interface Resolved {
  services: Record<string, { environment: Record<string, string>; volumes: unknown[]; networks: object }>
}

function resolve(env: Record<string, string>): Resolved {
  // This version of Compose does not know the name of the project as a member.
  const text = readFileSync(file, 'utf8').replace(/^name: .*$/m, '')
  const words = ['--project-directory', join(root, 'deploy'), '-p', 'atrium', '-f', '-', 'config']
  const yaml = execFileSync(compose, words, {
    input: text,
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: 'pipe',
  })
  const script = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))'
  return JSON.parse(
    execFileSync('/usr/bin/python3', ['-c', script], { input: yaml, encoding: 'utf8' }),
  ) as Resolved
}

test('Compose accepts the file, asks for what is missing, and gives the service valid settings', (context) => {
  if (!haveDebian(compose, 'docker-compose'))
    context.skip('docker-compose is not installed and cannot be installed here')
  const { services } = resolve(settings)
  const config = readConfig(services['atrium']?.environment ?? {})
  const address = 'postgres://atrium:letters4and5digits@postgres/atrium'
  expect(config.database).toEqual({
    engine: 'postgres',
    urls: [address],
    direct: [address],
    pooling: 'session',
    prepared: true,
  })
  expect([config.publicUrl, config.backups.dir]).toEqual(['https://atrium.example.com', '/backups'])
  expect(Object.keys(services['postgres']?.networks ?? {}), 'nobody outside reaches it').toEqual(['database'])
  for (const name of Object.keys(settings)) {
    const { [name]: _, ...others } = settings as Record<string, string>
    expect(() => resolve(others), name).toThrow(name)
  }
})
