import { createPrivateKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { programIn, useGuide } from '../support/guide.ts'

const { runExample, run, command } = useGuide()

test('Node', async () => {
  await runExample(process.execPath, { language: 'js', containing: 'createSign', as: 'first.mjs' })
})

test('the key as one line of base64, as the Java client reads it', async () => {
  const line = await run('/bin/sh', 'key.sh', programIn('sh', '"private_key"'))
  expect(line).toMatch(/^[A-Za-z0-9+/]+=*$/)
  const key = createPrivateKey({ key: Buffer.from(line, 'base64'), format: 'der', type: 'pkcs8' })
  expect(key.asymmetricKeyDetails?.modulusLength).toBeGreaterThanOrEqual(2048)
})

test('the list of clients shows which ones are in compatibility mode', async () => {
  await command('client', 'create', '--act-as', 'ada@example.com', '--name', 'Old', '--compatibility')
  const lines = (await command('client', 'list')).trim().split('\n')
  expect(lines.map((line) => line.replace(/^.*Acme: /, ''))).toEqual([
    expect.stringMatching(/ \(acts as ada@example\.com\)$/),
    'Old (acts as ada@example.com, compatibility mode)',
  ])
})
