import { expect, test } from 'vitest'
import { haveDebian } from '../support/debian.ts'
import { programIn, useGuide } from '../support/guide.ts'

const { runExample, run, command } = useGuide()

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

test('PHP’s stream wrapper creates and uploads in compatibility mode', async (context) => {
  const php = '/usr/bin/php'
  if (!haveDebian(php, 'php-cli')) context.skip('php-cli is not installed and cannot be installed here')
  const created = await command('client', 'create', '--act-as', 'ada@example.com', '--compatibility')
  const encoded = Buffer.from(created).toString('base64')
  // The guide's own functions, with other requests. With this option, the wrapper follows a `Location` at any status.
  const [functions = ''] = programIn('php', 'openssl_sign').split('\necho ')
  const program = `${functions.replace("file_get_contents('credential.json')", `base64_decode('${encoded}')`)}
$bearer = 'Authorization: Bearer ' . getToken($credential);
$post = fn (string $path, array $headers, string $body): string => send($credential['api_url'] . $path, [
    'method' => 'POST',
    'header' => [$bearer, ...$headers],
    'content' => $body,
    'follow_location' => 1,
]);
$json = ['Content-Type: application/json'];
$file = ['Content-Type: text/plain', 'Content-Disposition: attachment; filename=The "new" offer; final.txt'];
$workspace = $post('/v1/workspaces', $json, '{"workspaceName": "From PHP"}');
$asset = $post('/v1/files/upload', $file, 'x');
$files = $post("/v1/workspaces/$workspace/files", $json, json_encode(['deferredAssetIds' => [$asset]]));
$list = send($credential['api_url'] . "/v1/workspaces/$workspace/allFiles", ['header' => $bearer]);
echo json_encode([$workspace, $asset, json_decode($files), json_decode($list)->items[0]->details->fileName]);
`
  const [workspace, asset, files, fileName] = JSON.parse(await run(php, 'old.php', program))
  expect(workspace).toMatch(/^[0-9A-Za-z]{22}$/)
  expect(asset).toMatch(/^[0-9a-f-]{36}$/)
  expect(files.responses).toMatchObject([{ requestId: asset, status: 201 }])
  expect(fileName).toBe('The "new" offer; final.txt')
})
