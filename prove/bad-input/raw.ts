import { problemFaults } from '../subject/judge.ts'

/** Requests that no HTTP library would send: raw bytes. */
export function rawRequests(token: string): [what: string, bytes: Buffer][] {
  const end = 'connection: close\r\n\r\n'
  const head = `host: x\r\nauthorization: Bearer ${token}\r\n`
  const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\n${head}${more}${end}`
  const post = (more: string, body: string): string =>
    `POST /v1/tasks HTTP/1.1\r\n${head}content-type: application/json\r\n${more}${end}${body}`
  const all: [string, string][] = [
    ['an unknown method', `FOO /v1/tasks HTTP/1.1\r\n${head}${end}`],
    ['a method in lower case', `get /v1/tasks HTTP/1.1\r\n${head}${end}`],
    ['no request at all', 'hello\r\n\r\n'],
    ['an empty line and nothing', '\r\n\r\n\r\n\r\nx\r\n\r\n'],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', 'GET /v1/tasks\r\n\r\n'],
    ['HTTP/9.9', `GET /v1/tasks HTTP/9.9\r\n${head}${end}`],
    ['no host', `GET /v1/tasks HTTP/1.1\r\nauthorization: Bearer ${token}\r\n${end}`],
    ['two hosts', get('/v1/tasks', 'host: y\r\n')],
    ['the asterisk', get('*')],
    ['an authority', get('example.com:80')],
    ['an absolute address', get('http://evil.example/v1/tasks')],
    ['an absolute address of nothing', get('http://')],
    ['a NUL in the address', get('/v1/ta\0sks')],
    ['a space in the address', get('/v1/tasks?filter=a b')],
    ['non-ASCII bytes in the address', get('/v1/tasks?filter=\xff\xfe')],
    ['bytes of half a surrogate pair in the address', get('/v1/tasks?filter=\xed\xa0\x80')],
    ['dots in the path', get('/v1/../v1/./tasks/../../etc/passwd')],
    ['many slashes', get(`${'/'.repeat(5_000)}v1/tasks`)],
    ['an address of 100 KB', get(`/v1/tasks?filter=${'x'.repeat(100_000)}`)],
    ['10,000 terms', get(`/v1/tasks?filter=${'a=1%20AND%20'.repeat(10_000)}a=1`)],
    ['a header of 16 KB', get('/v1/tasks', `x: ${'x'.repeat(16_384)}\r\n`)],
    ['a header of 100 KB', get('/v1/tasks', `x: ${'x'.repeat(100_000)}\r\n`)],
    ['3,000 headers', get('/v1/tasks', Array.from({ length: 3_000 }, (_, n) => `x${n}: y\r\n`).join(''))],
    ['a NUL in a header', get('/v1/tasks', 'x: a\0b\r\n')],
    ['a bare CR in a header', get('/v1/tasks', 'x: a\rb\r\n')],
    ['a folded header', get('/v1/tasks', 'x: a\r\n b\r\n')],
    ['a header without a colon', get('/v1/tasks', 'nonsense\r\n')],
    ['a space before a colon', get('/v1/tasks', 'x : a\r\n')],
    ['a header without a name', get('/v1/tasks', ': a\r\n')],
    ['a header named by a space', get('/v1/tasks', ' : a\r\n')],
    ['lines that end with LF alone', get('/v1/tasks').replaceAll('\r\n', '\n')],
    ['a negative length', post('content-length: -1\r\n', '')],
    ['a length that is not a number', post('content-length: 1e3\r\n', '{}')],
    ['a length past all bounds', post(`content-length: ${'9'.repeat(30)}\r\n`, '{}')],
    ['two lengths', post('content-length: 2\r\ncontent-length: 3\r\n', '{}')],
    [
      'a length and chunks',
      post('content-length: 2\r\ntransfer-encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['chunks without a length', post('transfer-encoding: chunked\r\n', 'x\r\n{}\r\n0\r\n\r\n')],
    [
      'chunks past all bounds',
      post('transfer-encoding: chunked\r\n', `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`),
    ],
    ['an unknown encoding', post('transfer-encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n')],
    [
      'an encoding that does not end with chunked',
      post('transfer-encoding: chunked, gzip\r\n', '2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['an unknown expectation', post('expect: x\r\ncontent-length: 2\r\n', '{}')],
    ['an upgrade', get('/v1/tasks', 'upgrade: websocket\r\nconnection: upgrade\r\n')],
  ]
  return all.map(([what, text]) => [what, Buffer.from(text, 'latin1')])
}

/** The faults of a raw response. */
export function rawFaults(received: string): string[] {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
  if (Number.isNaN(status)) return [`is none: ${received.slice(0, 100)}`]
  if (status >= 500) return [`is ${status}`]
  if (status < 400) return []
  if (!/content-type: application\/problem\+json/i.test(head)) return [`is ${status} without a problem`]
  const requestId = /^x-request-id: (\S+)$/im.exec(head)?.[1]
  return problemFaults(JSON.parse(body), status, { 'x-request-id': requestId })
}
