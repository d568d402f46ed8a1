import { test } from 'vitest'
import { haveDebian } from '../support/debian.ts'
import { useGuide } from '../support/guide.ts'

const runExample = useGuide()

test('curl and openssl', async (context) => {
  if (!haveDebian('/usr/bin/curl', 'curl')) context.skip('curl is not installed and cannot be installed here')
  await runExample('/bin/sh', { language: 'sh', containing: 'openssl dgst', as: 'first.sh' })
})

test('Python', async (context) => {
  const packages = ['python3', 'python3-jwt', 'python3-cryptography']
  if (!haveDebian('/usr/lib/python3/dist-packages/jwt/__init__.py', ...packages))
    context.skip('python3-jwt is not installed and cannot be installed here')
  await runExample('/usr/bin/python3', { language: 'python', containing: 'import jwt', as: 'first.py' })
})

test('PHP', async (context) => {
  const php = '/usr/bin/php'
  if (!haveDebian(php, 'php-cli')) context.skip('php-cli is not installed and cannot be installed here')
  await runExample(php, { language: 'php', containing: 'openssl_sign', as: 'first.php' })
})
