import { describe, expect, test } from 'vitest'
import { canonicalFilter } from '../../src/query/filter.ts'
import { fields, parseFilter, refused, tagSearch } from './refused.ts'

describe('terms that are parsed', () => {
  test.each([
    ['title="Draft"', { field: 'title', operator: '=', value: 'Draft' }],
    ['title = "Draft"', { field: 'title', operator: '=', value: 'Draft' }],
    ['  title=   "Draft"\t\n', { field: 'title', operator: '=', value: 'Draft' }],
    ['title=""', { field: 'title', operator: '=', value: '' }],
    ['title="a AND b"', { field: 'title', operator: '=', value: 'a AND b' }],
    ['title="x>=1 OR (y)"', { field: 'title', operator: '=', value: 'x>=1 OR (y)' }],
    ['title="say \\"hi\\""', { field: 'title', operator: '=', value: 'say "hi"' }],
    ['title="a\\\\"', { field: 'title', operator: '=', value: 'a\\' }],
    ['title="\\\\\\" AND \\""', { field: 'title', operator: '=', value: '\\" AND "' }],
    ['title="C:\\new"', { field: 'title', operator: '=', value: 'C:\\new' }],
    ['title="two\nlines\t"', { field: 'title', operator: '=', value: 'two\nlines\t' }],
    ['title="a\u0308"', { field: 'title', operator: '=', value: 'ä' }],
    ['title="😀"', { field: 'title', operator: '=', value: '😀' }],
    ['workspaceId="no such id"', { field: 'workspaceId', operator: '=', value: 'no such id' }],
    ['locked=true', { field: 'locked', operator: '=', value: true }],
    ['locked = false ', { field: 'locked', operator: '=', value: false }],
    ['priority=3', { field: 'priority', operator: '=', value: 3 }],
    ['priority>=-1.5e2', { field: 'priority', operator: '>=', value: -150 }],
    ['priority<=0.25', { field: 'priority', operator: '<=', value: 0.25 }],
    ['priority > 1E+2', { field: 'priority', operator: '>', value: 100 }],
    ['priority<-0', { field: 'priority', operator: '<', value: 0 }],
    ['date>"2026-01-05"', { field: 'date', operator: '>', value: '2026-01-05' }],
    ['date<="2024-02-29"', { field: 'date', operator: '<=', value: '2024-02-29' }],
    ['tags="Urgent"', { field: 'tags', operator: '=', value: 'Urgent' }],
  ])('%j', (text, condition) => {
    expect(parseFilter(text, fields)).toEqual([condition])
  })

  test.each([
    ['tags startsWith "Ur"', 'startsWith', 'Ur'],
    ['tags  startsWith  "A\u0308"', 'startsWith', 'Ä'],
    ['tags startsWith"x"', 'startsWith', 'x'],
    ['tags="x"', '=', 'x'],
  ])('%j at /search/tags', (text, operator, value) => {
    expect(parseFilter(text, tagSearch)).toEqual([{ field: 'tags', operator, value }])
  })

  test.each([undefined, '', ' ', ' \t\n '])('%j counts as absent', (text) => {
    expect(parseFilter(text, fields)).toEqual([])
  })

  test('several terms keep their order, and one field may occur again', () => {
    expect(parseFilter('tags="a"  AND  tags="b" AND\tlocked=true\nAND priority>1', fields)).toEqual([
      { field: 'tags', operator: '=', value: 'a' },
      { field: 'tags', operator: '=', value: 'b' },
      { field: 'locked', operator: '=', value: true },
      { field: 'priority', operator: '>', value: 1 },
    ])
  })
})

const names = 'title, workspaceId, locked, date, createdAt, priority, tags'
const unknown = (name: string) =>
  `The field ${name} does not exist or cannot be filtered by; the fields are ${names}`
const parentheses = 'Only AND is supported, without parentheses'
const negation = (found: string) => `Only AND is supported, and nothing can be negated: found ${found}`
const next = 'After the value comes the end or " AND " and the next term'

type Row = [text: string, ...faults: [column: number, detail: string][]]

const table: Record<string, Row[]> = {
  'only AND': [
    ['priority=1 OR priority=2', [12, 'Only AND is supported: found "OR"']],
    ['priority=1 or priority=2', [12, 'Only AND is supported: found "or"']],
    ['title="a" and title="b"', [11, 'Only AND is supported, in upper case: found "and"']],
    ['title="a" And title="b"', [11, 'Only AND is supported, in upper case: found "And"']],
    ['title="a" && title="b"', [11, 'Only AND is supported: found "&&"']],
    ['title="a"||title="b"', [10, 'Only AND is supported: found "||title=\\"b\\""']],
    ['title="a","b"', [10, 'Only AND is supported: found ",\\"b\\""']],
    ['NOT locked=true', [1, 'Only AND is supported: found "NOT"']],
    ['locked=true AND not (priority=1)', [17, 'Only AND is supported: found "not"']],
    ['locked=true AND OR priority=1', [17, 'Only AND is supported: found "OR"']],
    ['title in ("a","b")', [7, 'Only AND is supported: found "in"']],
    ['(priority=1)', [1, parentheses]],
    ['(priority=1 AND locked=true)', [1, parentheses], [28, parentheses]],
    ['title="a")', [10, parentheses]],
    ['title=("a")', [7, parentheses]],
    ['title("a")', [6, parentheses]],
    ['title!="a"', [6, negation('"!="')]],
    ['title != "a"', [7, negation('"!="')]],
    ['title<>"a"', [6, negation('"<>"')]],
    ['!locked=true', [1, negation('"!"')]],
  ],
  booleans: [
    ['locked=yes', [8, 'Invalid Request: locked must be true or false, not "yes"']],
    ['locked=TRUE', [8, 'Invalid Request: locked must be true or false, not "TRUE"']],
    ['locked=1', [8, 'Invalid Request: locked must be true or false, not "1"']],
    ['locked="true"', [8, 'Invalid Request: locked must be true or false, not "true" in quotation marks']],
    ['locked=', [8, 'Invalid Request: locked must be true or false, not nothing']],
    ['locked=trueAND', [8, 'Invalid Request: locked must be true or false, not "trueAND"']],
  ],
  fields: [
    ['colour="red"', [1, unknown('"colour"')]],
    ['__proto__="x"', [1, unknown('"__proto__"')]],
    ['constructor="x"', [1, unknown('"constructor"')]],
    ['toString=1', [1, unknown('"toString"')]],
    ['größe=1', [1, unknown('"größe"')]],
    ['\u00a0title="x"', [1, unknown('"\u00a0title"')]],
    ['Title="x"', [1, 'The field "Title" does not exist or cannot be filtered by; write title']],
    ['or="x"', [1, unknown('"or"')]],
    [`${'x'.repeat(60)}=1`, [1, unknown(`"${'x'.repeat(40)}…"`)]],
    [`${'x'.repeat(39)}😀😀=1`, [1, unknown(`"${'x'.repeat(39)}…"`)]],
    ['"title"="x"', [1, 'Expected the name of a field, without quotation marks']],
    ['="x"', [1, 'The name of a field is missing before "="']],
  ],
  operators: [
    ['title>"a"', [6, '> cannot be used with title, a text; allowed: =']],
    ['workspaceId>="a"', [12, '>= cannot be used with workspaceId, an id; allowed: =']],
    ['locked<true', [7, '< cannot be used with locked, a boolean; allowed: =']],
    ['tags <= "a"', [6, '<= cannot be used with tags, a tag name; allowed: =']],
    ['title startsWith "a"', [7, 'startsWith works only for tags at /search/tags; title allows =']],
    ['tags startsWith "a"', [6, 'startsWith works only for tags at /search/tags; tags allows =']],
    [
      'createdAt startsWith "2026-01-05"',
      [11, 'startsWith works only for tags at /search/tags; createdAt allows = > < >= <='],
    ],
    ['title == "a"', [7, '"==" is not an operator; write =']],
    ['priority=>1', [9, '"=>" is not an operator; write >=']],
    ['priority=<1', [9, '"=<" is not an operator; write <=']],
    ['title:"a"', [6, '":" is not an operator; write =']],
    ['title => "a"', [7, '"=>" is not an operator; expected =']],
    ['title like "a"', [7, '"like" is not an operator; expected =']],
    ['priority ~ 3', [10, '"~" is not an operator; expected one of = > < >= <=']],
    ['tags startswith "a"', [6, '"startswith" is not an operator; expected =']],
    ['priority 3', [10, '"3" is not an operator; expected one of = > < >= <=']],
    ['title"a"', [6, '"\\"a\\"" is not an operator; expected =']],
    ['title', [6, 'There is no operator after "title"; expected =']],
    ['priority AND locked=true', [9, 'There is no operator after "priority"; expected one of = > < >= <=']],
  ],
  values: [
    ['title=', [7, 'There is no value after =; title is a text, for example title="Draft"']],
    ['title= AND locked=true', [7, 'There is no value after =; title is a text, for example title="Draft"']],
    ['priority >', [11, 'There is no value after >; priority is a number, for example priority>3']],
    [
      'title=Draft',
      [7, 'title is a text, and its value must be in double quotation marks: write title="Draft"'],
    ],
    [
      'title=Two words',
      [7, 'title is a text, and its value must be in double quotation marks: write title="Two"'],
    ],
    [
      'title=Draft"',
      [7, 'title is a text, and its value must be in double quotation marks: write title="Draft"'],
    ],
    [
      "title='Draft'",
      [7, 'title is a text, and its value must be in double quotation marks: write title="\'Draft\'"'],
    ],
    [
      'date>2026-01-05',
      [6, 'date is a date, and its value must be in double quotation marks: write date>"2026-01-05"'],
    ],
    [
      'date>tomorrow',
      [6, 'date is a date, and its value must be in double quotation marks: write date>"2026-01-31"'],
    ],
    [
      'title=\u0007',
      [7, 'title is a text, and its value must be in double quotation marks: write title="Draft"'],
    ],
    ['title="Draft', [7, 'The quotation mark is never closed']],
    ['title="', [7, 'The quotation mark is never closed']],
    ['title="Draft AND locked=maybe', [7, 'The quotation mark is never closed']],
    [
      'title="C:\\"',
      [7, 'The quotation mark is never closed; \\" does not close it: a backslash is written \\\\'],
    ],
    ['priority="3"', [10, 'priority is a number, and a number has no quotation marks: write priority=3']],
    ['priority>"high"', [10, 'priority is a number, and a number has no quotation marks: write priority>3']],
    ['priority=high', [10, '"high" is not a number; priority is a number, for example priority=3']],
    ['priority=+3', [10, '"+3" is not a number; priority is a number, for example priority=3']],
    ['priority=03', [10, '"03" is not a number; priority is a number, for example priority=3']],
    ['priority=0x10', [10, '"0x10" is not a number; priority is a number, for example priority=3']],
    ['priority=.5', [10, '".5" is not a number; priority is a number, for example priority=3']],
    ['priority=5.', [10, '"5." is not a number; priority is a number, for example priority=3']],
    ['priority=1e', [10, '"1e" is not a number; priority is a number, for example priority=3']],
    ['priority=NaN', [10, '"NaN" is not a number; priority is a number, for example priority=3']],
    ['priority=Infinity', [10, '"Infinity" is not a number; priority is a number, for example priority=3']],
    ['priority=1,5', [10, '"1,5" is not a number; priority is a number, for example priority=3']],
    ['priority=1e400', [10, '"1e400" is too large a number']],
    [
      'date="2026-02-30"',
      [6, '"2026-02-30" is not a day that exists; date is a date, for example date="2026-01-31"'],
    ],
    [
      'date>="05.01.2026"',
      [7, '"05.01.2026" is not a day (YYYY-MM-DD); date is a date, for example date>="2026-01-31"'],
    ],
    [
      'date="2026-01-05T00:00:00Z"',
      [6, '"2026-01-05T00:00:00Z" is not a day (YYYY-MM-DD); date is a date, for example date="2026-01-31"'],
    ],
    ['title="a\u0000"', [9, 'The value contains a NUL character (U+0000)']],
    [
      'title="😀\r"',
      [10, 'The value contains the control character U+000D; only newline and tab are allowed'],
    ],
    ['title="\ud800"', [8, 'The value contains U+D800, one half of a surrogate pair without the other']],
    ['tags="\udc00"', [7, 'The value contains U+DC00, one half of a surrogate pair without the other']],
  ],
  'text after a value': [
    ['title="a" title="b"', [11, `${next}, not "title=\\"b\\""`]],
    ['priority=1 2', [12, `${next}, not "2"`]],
    ['title="a"b', [10, `${next}, not "b"`]],
    ['title="a""b"', [10, `${next}; a quotation mark inside the value is written \\"`]],
    ['title="a"AND locked=true', [10, 'AND needs a space on either side']],
    ['title="a" ANDlocked=true', [11, 'AND needs a space on either side']],
    [
      'priority=1\u00a0AND locked=true',
      [10, '"1\u00a0AND" is not a number; priority is a number, for example priority=3'],
    ],
  ],
  'missing terms': [
    ['AND', [1, 'There is no term before the first AND'], [4, 'There is no term after the last AND']],
    ['  AND locked=true', [3, 'There is no term before the first AND']],
    ['locked=true AND', [16, 'There is no term after the last AND']],
    ['locked=true AND AND priority=1', [17, 'There is no term between two ANDs']],
  ],
  'several faults at once': [
    ['colour=', [1, unknown('"colour"')], [8, 'The value is missing']],
    [
      'locked>maybe',
      [7, '> cannot be used with locked, a boolean; allowed: ='],
      [8, 'Invalid Request: locked must be true or false, not "maybe"'],
    ],
    [
      'colour!="x" AND priority="1" AND title="ok" AND size>3 OR x',
      [1, unknown('"colour"')],
      [7, negation('"!="')],
      [26, 'priority is a number, and a number has no quotation marks: write priority=1'],
      [49, unknown('"size"')],
      [56, 'Only AND is supported: found "OR"'],
    ],
    [
      'title=Draft OR title="a" AND locked=no',
      [7, 'title is a text, and its value must be in double quotation marks: write title="Draft"'],
      [13, 'Only AND is supported: found "OR"'],
      [37, 'Invalid Request: locked must be true or false, not "no"'],
    ],
    [
      'title="\u0001" x',
      [8, 'The value contains the control character U+0001; only newline and tab are allowed'],
      [11, `${next}, not "x"`],
    ],
  ],
}

describe.each(Object.entries(table))('refused: %s', (_name, rows) => {
  test.each(rows)('%j', (text, ...expected) => {
    const problem = refused(() => parseFilter(text, fields))
    expect(problem.code).toBe('invalid_filter')
    expect(problem.faults).toEqual(
      expected.map(([column, detail]) => ({
        parameter: 'filter',
        detail: `${detail} (column ${column}).`,
        column,
      })),
    )
  })
})

describe('the message', () => {
  test('of one fault is its detail', () => {
    expect(refused(() => parseFilter('locked=yes', fields)).message).toBe(
      'Invalid Request: locked must be true or false, not "yes" (column 8).',
    )
  })

  test('begins with Invalid Request if any boolean is wrong', () => {
    expect(refused(() => parseFilter('priority=x AND locked=yes', fields)).message).toBe(
      'Invalid Request: "x" is not a number; priority is a number, for example priority=3 (column 10). Invalid Request: locked must be true or false, not "yes" (column 23).',
    )
  })

  test('of a list without filterable fields explains that', () => {
    expect(refused(() => parseFilter('a=1', {})).message).toBe(
      'The field "a" does not exist or cannot be filtered by; the fields are none (column 1).',
    )
  })
})

describe('limits', () => {
  const terms = (count: number) =>
    Array.from({ length: count }, (_, index) => `priority>${index % 10}`).join(' AND ')

  test('50 terms are parsed, the 51st is refused where it begins', () => {
    expect(parseFilter(terms(50), fields)).toHaveLength(50)
    expect(refused(() => parseFilter(terms(60), fields)).faults).toEqual([
      {
        parameter: 'filter',
        detail: 'A filter has at most 50 terms; this one has 60 (column 751).',
        column: 751,
      },
    ])
  })

  test('the first 50 are checked all the same', () => {
    const faults = refused(() => parseFilter(`locked=x AND ${terms(50)}`, fields)).faults
    expect(faults.map((fault) => fault.column)).toEqual([8, 749])
  })

  test.each([
    ['a', 1],
    ['ä', 2],
    ['漢', 3],
    ['😀', 4],
  ])('8,192 bytes of %s are parsed, one more is refused', (character, bytes) => {
    const count = Math.floor((8192 - 8) / bytes)
    const filler = 'x'.repeat(8192 - 8 - count * bytes)
    expect(parseFilter(`title="${filler}${character.repeat(count)}"`, fields)).toHaveLength(1)
    const long = `title="${filler}x${character.repeat(count)}"`
    expect(refused(() => parseFilter(long, fields)).faults).toEqual([
      {
        parameter: 'filter',
        detail: `A filter has at most 8,192 bytes of UTF-8 (column ${long.length}).`,
        column: long.length,
      },
    ])
  })

  test('white space counts', () => {
    expect(parseFilter(' '.repeat(8192), fields)).toEqual([])
    expect(refused(() => parseFilter(' '.repeat(8193), fields)).faults[0]?.column).toBe(8193)
  })
})

describe('canonicalFilter', () => {
  const canonical = (text: string) => canonicalFilter(parseFilter(text, fields))

  test('is the same for any order and spelling of the same terms', () => {
    expect(canonical('priority>1 AND title="a"')).toBe(canonical('title = "a"  AND priority>1.0'))
    expect(canonical('createdAt="2026-01-05" AND locked=true')).toBe(
      canonical('locked=true AND createdAt="2026-01-05"'),
    )
    expect(canonical('title="a\u0308"')).toBe(canonical('title="ä"'))
  })

  test.each([
    ['title="1"', 'priority=1'],
    ['title="a"', 'tags="a"'],
    ['priority>1', 'priority>=1'],
    ['title="a" AND tags="b"', 'title="b" AND tags="a"'],
    ['title="a\\",\\"b"', 'title="a" AND title="b"'],
    ['', 'title=""'],
  ])('%j differs from %j', (one, other) => {
    expect(canonical(one)).not.toBe(canonical(other))
  })

  test('of nothing is empty', () => {
    expect(canonicalFilter([])).toBe('')
  })
})
