import { type Case, type Target, wrongCase } from './case.ts'

/** Values for every header that a method reads. */
const values = [
  ...[
    '',
    ' ',
    'x',
    '*',
    ',',
    ',,,',
    '"',
    '""',
    '"x',
    'W/',
    'W/"x"',
    'w/"x"',
    '"a", "b"',
    'W/"a", *',
    '"a" "b"',
    '*, *',
  ],
  ...[
    '0',
    '-1',
    '-0',
    '1.5',
    '1e400',
    '9007199254740993',
    '9'.repeat(400),
    'null',
    'true',
    '{}',
    '[]',
    ';',
    '=',
    ':',
    '::',
    '%00',
  ],
  ...[
    '\xff\xfe',
    'Ã¤',
    '\t',
    'a\tb',
    '__proto__',
    'constructor',
    'x'.repeat(16_384),
    ','.repeat(8_000),
    '"a",'.repeat(2_000),
  ],
]

const special: Readonly<Record<string, readonly string[]>> = {
  Range: [
    ...[
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=5-2',
      'bytes=-0',
      'bytes=0-0,',
      'bytes=a-b',
      'lines=1-2',
      'bytes=0-0,2-2',
    ],
    ...[
      'bytes=99999999999999999999-',
      'bytes=-99999999999999999999',
      `bytes=${'0-0,'.repeat(1_000)}1-1`,
      'bytes = 0-0',
    ],
  ],
  'If-Range': ['Mon, 01 Jan 0000 00:00:00 GMT', 'yesterday'],
  'If-Modified-Since': ['Mon, 01 Jan 0000 00:00:00 GMT', 'yesterday', '2026-01-01', '99999999999999'],
  Prefer: [
    'return=x',
    'return',
    'return=representation, return=minimal',
    'respond-async; wait=1e400',
    'return="',
  ],
  'Idempotency-Key': ['x'.repeat(255), 'x'.repeat(256), '"x"', 'a b'],
  'Content-Disposition': [
    ...[
      'attachment',
      'attachment;',
      'attachment; filename',
      'attachment; filename=',
      'attachment; filename=""',
      'inline',
    ],
    ...[
      "attachment; filename*=UTF-8''%",
      "attachment; filename*=UTF-8''%00",
      "attachment; filename*=UTF-8''%ff",
    ],
    ...[
      "attachment; filename*=x'y'z",
      "attachment; filename*=''",
      'attachment; filename="..%2f"',
      'attachment; filename="a\\',
    ],
    ...[
      "attachment; filename*=UTF-8''%ED%A0%80",
      "attachment; filename*=UTF-8''%0D%0A",
      `attachment; filename="${'x'.repeat(5_000)}"`,
    ],
  ],
  'Content-Digest': ['sha-256', 'sha-256=', 'sha-256=:x:', 'sha-256=:AAAA:', 'md5=:AAAA:', 'sha-256=::'],
  'Repr-Digest': ['sha-256', 'sha-256=:x:', 'sha-256=:AAAA:'],
  'Upload-Metadata': ['filename', 'filename %', 'filename x y', 'filename AAAA,filename AAAA', ','],
  'Upload-Checksum': ['sha1', 'sha1 x', 'x AAAA', 'sha256 AAAA'],
  'Tus-Resumable': ['0.2.2', '1.0.0, 1.0.0'],
}

/** Headers that methods of this kind read even if undeclared, and headers that proxies add. */
const common: Readonly<Record<string, readonly string[]>> = {
  accept: [
    'x',
    '*/*;q=x',
    'application/json;q=0',
    'text/html',
    ',',
    '*/*;q=0',
    'x/y;'.repeat(2_000),
    '__proto__/constructor',
  ],
  'accept-language': ['x'.repeat(5_000), ';;;'],
  authorization: [
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Basic Og==',
    'Bearer a b',
    `Bearer ${'x'.repeat(10_000)}`,
    'Bearer \xff',
    '__proto__ x',
  ],
  cookie: ['=', ';;;', 'a', `a=${'x'.repeat(10_000)}`, '__proto__=1', '__Host-atrium=x; __Host-atrium=y'],
  origin: ['null', 'x', 'http://[', 'https://evil.example'],
  'x-forwarded-for': ['x', '127.0.0.1', ','.repeat(1_000), '::1, x'],
  'x-forwarded-proto': ['x'],
  'x-http-method-override': ['DELETE'],
  traceparent: ['x', '00-0-0-0', `00-${'f'.repeat(32)}-${'f'.repeat(16)}-ff`, '\xff'],
  'x-request-id': ['x', '\xff', 'x'.repeat(5_000)],
  'x-csrf-token': ['', 'x', '\xff'],
  te: ['x'],
}

/** Headers of other methods, which have no meaning here. */
const conditions = ['If-Match', 'If-None-Match', 'Range', 'Idempotency-Key', 'Prefer']

export function headerCases(target: Target): Case[] {
  const own = target.operation.parameters.filter((each) => each.in === 'header').map(({ name }) => name)
  const read = [...new Set([...own, ...conditions])]
  const all = [
    ...read.flatMap((name) =>
      [...values, ...(special[name] ?? [])].map((value): [string, string] => [name.toLowerCase(), value]),
    ),
    ...Object.entries(common).flatMap(([name, some]) => some.map((value): [string, string] => [name, value])),
  ]
  return [
    ...all.map(([name, value]) =>
      wrongCase(target, `${name} is ${value.slice(0, 40)}`, { headers: { [name]: value } }),
    ),
    ...read.map((name) =>
      wrongCase(target, `${name} is there twice`, { headers: { [name.toLowerCase()]: ['"a"', '*'] } }),
    ),
    wrongCase(target, 'all conditions at once', {
      headers: {
        'if-match': '"a"',
        'if-none-match': '*',
        range: 'bytes=0-0',
        'if-range': '"a"',
        prefer: 'x',
      },
    }),
  ]
}
