import { prototypeNames } from '../../test/support/bad-values.ts'
import { isList } from '../subject/described.ts'
import { type Case, isStrict, type Target, wrongCase } from './case.ts'

/** As they appear in an address. */
const values = [
  ...[
    '',
    'x',
    '0',
    '-1',
    '-0',
    '501',
    '1.5',
    '1e3',
    '1e400',
    '9007199254740993',
    'null',
    'true',
    'undefined',
    'NaN',
  ],
  ...[
    '%00',
    '%ff',
    '%ED%A0%80',
    '%C0%80',
    '%',
    '%z',
    '%u0041',
    '+',
    '%20',
    '%0d%0a',
    '%EF%BB%BF',
    '%F0%9F%98%80',
  ],
  ...[
    '%5B%5D',
    '%7B%7D',
    '__proto__',
    'constructor',
    '-toString',
    "'",
    '%22',
    '%22%22%22',
    ';',
    '%27%20OR%201=1--',
  ],
  ...['x'.repeat(300), 'x'.repeat(8_193), 'a,'.repeat(2_000)],
]

const ids = [
  ...[
    '0'.repeat(22),
    '0'.repeat(21),
    '0'.repeat(23),
    'x'.repeat(500),
    '%00',
    '%ff',
    '%ED%A0%80',
    '%',
    '%20',
    '..%2f..',
  ],
  ...[
    '%2e%2e',
    '%2E',
    '%2F',
    '%5c',
    '%F0%9F%98%80',
    "'--",
    '%22',
    '*',
    '-1',
    '1e400',
    'null',
    'undefined',
    ...prototypeNames,
  ],
]

/** Parameters that are invalid, unknown or repeated. */
export function queryCases(target: Target): Case[] {
  const { operation } = target
  const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const known = names.flatMap((name) => [
    ...values.map((value) => `${name}=${value}`),
    `${name}=1&${name}=2`,
    `${name}&${name}`,
    `${name}[]=1`,
    `${name}[a]=1`,
    `${name.toUpperCase()}=1`,
    `%00${name}=1`,
  ])
  const unknown = [
    ...prototypeNames.map((name) => `${name}=1`),
    ...[
      'nonsense=1',
      '=1',
      '=',
      '&&&',
      '%=1',
      '%ff=1',
      '%00',
      'a=%',
      '?',
      'a[__proto__][b]=1',
      'fields=id',
      'expand=x',
    ],
    Array.from({ length: 3_000 }, (_, n) => `p${n}=`).join('&'),
    `a=${'x'.repeat(20_000)}`,
  ]
  // A parameter without a name is ignored.
  const isWrong = (query: string): boolean => unknown.includes(query) && /^[^=&?]/.test(query)
  return [...known, ...unknown, ...(isList(operation) ? listQueries(target) : [])].map((query) =>
    wrongCase(
      target,
      `the query is ${query.slice(0, 60)}`,
      { target: `${target.target}?${query}` },
      isStrict(target) && isWrong(query),
    ),
  )
}

const encode = encodeURIComponent

/** Queries for lists only: filters, fields and positions. */
function listQueries({ operation }: Target): string[] {
  const fieldsOf = (name: string): string[] => [
    ...new Set(
      (operation.parameters.find((each) => each.name === name)?.['x-fields'] ?? []).map(
        (each) => each.split(' ')[0] ?? '',
      ),
    ),
  ]
  const [field = 'createdAt'] = fieldsOf('filter')
  const filters = [
    ...prototypeNames.flatMap((name) => [`${name}="x"`, `${field}=${name}`, `${name}.${field}="x"`]),
    ...fieldsOf('filter').flatMap((name) => [
      `${name}=`,
      `${name}="`,
      `${name}="\0"`,
      `${name}="\ud7ff"`,
      `${name}=1e400`,
      `${name}!="x"`,
      `${name}>"x"`,
      `(${name}="x")`,
    ]),
    Array.from({ length: 50 }, () => `${field}="x"`).join(' AND '),
    Array.from({ length: 51 }, () => `${field}="x"`).join(' AND '),
    Array.from({ length: 700 }, () => `a="x"`).join(' AND '),
    `${field}="${'x'.repeat(8_000)}"`,
    `${field}="${'"'.repeat(4_000)}`,
    `${field}="${'\\'.repeat(4_000)}`,
    '('.repeat(8_000),
  ]
  const sorts = [
    ...prototypeNames.flatMap((name) => [name, `-${name}`]),
    ...fieldsOf('sort').flatMap((name) => [
      `${name},${name}`,
      `--${name}`,
      `${name} desc`,
      `${name};`,
      `"${name}"`,
    ]),
    ','.repeat(1_000),
    'createdAt,'.repeat(200),
  ]
  const positions = [
    'x',
    'A'.repeat(100),
    '____',
    Buffer.from('{}').toString('base64url'),
    'A'.repeat(10_000),
  ]
  return [
    ...filters.map((filter) => `filter=${encode(filter)}`),
    ...sorts.map((sort) => `sort=${encode(sort)}`),
    ...['next', 'prev', 'last', 'first'].flatMap((paging) =>
      ['', ...positions].map((hash) => `paging=${paging}&paginationhash=${hash}`),
    ),
  ]
}

/** Ids that are invalid or name no record. */
export function pathCases(target: Target): Case[] {
  const { operation, target: right } = target
  const parts = right.split('/')
  return operation.path
    .split('/')
    .flatMap((part, n) =>
      /^\{\w+\}/.test(part)
        ? ids.map((id) =>
            wrongCase(
              target,
              `${part} is ${id.slice(0, 30)}`,
              { target: parts.with(n, id).join('/') },
              isStrict(target),
            ),
          )
        : [],
    )
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'M-SEARCH',
  'LINK',
  'PURGE',
]

/** Methods that the path does not support. */
export function methodCases(target: Target, taken: ReadonlySet<string>): Case[] {
  return methods
    .filter((method) => !taken.has(method) && !(method === 'HEAD' && taken.has('GET')))
    .map((method) =>
      wrongCase(target, `the method is ${method}`, { method }, !['HEAD', 'OPTIONS'].includes(method)),
    )
}
