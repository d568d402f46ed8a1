import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countCharacters,
  describeFilter,
  describeSort,
  fittingLength,
  foldText,
  isRealDate,
  textFault,
} from '../../src/query/fields.ts'
import { fields, tagSearch } from './refused.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 2000 })

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

describe('foldText', () => {
  test.each([
    ['Draft', 'draft'],
    ['ÄPFEL', 'äpfel'],
    ['A\u0308pfel', 'äpfel'],
    ['ﬁle', 'file'],
    ['Ｔask', 'task'],
    ['', ''],
  ])('%j → %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test.each([
    ['a', 1, 1024],
    ['ä', 2, 512],
    ['漢', 3, 341],
    ['😀', 4, 256],
  ])('cuts many %s (%i bytes) after %i', (character, _bytes, kept) => {
    expect(foldText(character.repeat(2000))).toBe(character.repeat(kept))
  })

  test('keeps exactly 1,024 bytes and never half a code point', () => {
    expect(foldText('a'.repeat(1024))).toHaveLength(1024)
    expect(foldText(`${'a'.repeat(1022)}漢`)).toBe('a'.repeat(1022))
    expect(foldText(`${'a'.repeat(1021)}😀`)).toBe('a'.repeat(1021))
    expect(foldText(`${'a'.repeat(1020)}😀b`)).toBe(`${'a'.repeat(1020)}😀`)
  })

  test('is a well-formed prefix of at most 1,024 bytes for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text)
        expect(byteLength(folded)).toBeLessThanOrEqual(1024)
        expect(folded.isWellFormed()).toBe(true)
        expect(text.normalize('NFKC').toLowerCase().startsWith(folded)).toBe(true)
      }),
    )
  })

  test('ignores case, and composed or decomposed forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcÄÖüßéñ漢Ж') }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text))
        expect(foldText(text.toLowerCase())).toBe(foldText(text))
      }),
    )
  })
})

test('fittingLength agrees with the real encoding', () => {
  fc.assert(
    fc.property(anyText, fc.nat(3000), (text, bytes) => {
      const length = fittingLength(text, bytes)
      expect(byteLength(text.slice(0, length))).toBeLessThanOrEqual(bytes)
      const next = String.fromCodePoint(text.codePointAt(length) ?? 0)
      if (length < text.length) expect(byteLength(text.slice(0, length) + next)).toBeGreaterThan(bytes)
    }),
  )
})

describe('isRealDate', () => {
  test.each([
    '2026-01-31',
    '2024-02-29',
    '2000-02-29',
    '0001-01-01',
    '9999-12-31',
    '0004-02-29',
    '0099-12-31',
  ])('%s is real', (text) => {
    expect(isRealDate(text)).toBe(true)
  })

  test.each([
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '10000-01-01',
    '2026-1-5',
    '20260105',
    '2026-01-05T00:00:00Z',
    ' 2026-01-05',
    '2026-01-05\n',
    '-001-01-01',
    '٢٠٢٦-٠١-٠٥',
    '',
  ])('%j is not', (text) => {
    expect(isRealDate(text)).toBe(false)
  })

  test('agrees with the calendar of Date', () => {
    const part = (max: number, width: number) =>
      fc.nat(max).map((value) => String(value).padStart(width, '0'))
    fc.assert(
      fc.property(part(9999, 4), part(13, 2), part(32, 2), (year, month, day) => {
        const text = `${year}-${month}-${day}`
        const instant = new Date(`${text}T00:00:00.000Z`)
        const real = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
        expect(isRealDate(text)).toBe(real && year !== '0000')
      }),
    )
  })
})

test('countCharacters counts a surrogate pair as one, and half of one too', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom('', '\ud800', '\udfff', '😀'), (text, more) => {
      expect(countCharacters(more + text)).toBe([...(more + text)].length)
    }),
  )
})

describe('textFault', () => {
  test.each(['', 'plain', 'two\nlines\tand a tab', '😀 漢 ä', '\u00a0\u2028\ufeff\ufffe'])(
    '%j is valid',
    (text) => {
      expect(textFault(text)).toBeUndefined()
    },
  )

  const control = (name: string) => `contains the control character ${name}; only newline and tab are allowed`
  test.each([
    ['a\u0000b', 'contains a NUL character (U+0000)'],
    ['a\u0001', control('U+0001')],
    ['a\r\nb', control('U+000D')],
    ['\u001f', control('U+001F')],
    ['\u007f', control('U+007F')],
    ['\u0085', control('U+0085')],
    ['\u009f', control('U+009F')],
    ['\ud83d', 'contains U+D83D, one half of a surrogate pair without the other'],
    ['a\ude00b', 'contains U+DE00, one half of a surrogate pair without the other'],
    ['\ude00\ud83d', 'contains U+DE00, one half of a surrogate pair without the other'],
  ])('%j is refused', (text, reason) => {
    expect(textFault(text)).toBe(reason)
  })

  test('finds what Unicode calls a control or a surrogate, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\ud800', '\udfff', '\u0007'),
        (text, more) => {
          const whole = text + more
          const bad = /[\p{Cc}\p{Cs}]/u.test(whole.replaceAll(/[\n\t]/g, ''))
          expect(textFault(whole) !== undefined).toBe(bad)
        },
      ),
    )
  })
})

describe('descriptions', () => {
  test('the filter names each field with its type, operators and format', () => {
    expect(describeFilter(fields)).toBe(
      [
        'Conditions that must all hold: `<name><operator><value>`, joined by ` AND ` (only AND is supported; the order does not matter; at most 50), URL encoded. Example: `title="Draft" AND workspaceId="0Gm2vYbJx7T4cQ9dKe5RwA"`. Inside quotation marks `\\"` and `\\\\` stand for a quotation mark and a backslash.',
        '',
        '- `title`: a text, in double quotation marks; `=`',
        '- `workspaceId`: an id, in double quotation marks; `=`',
        '- `locked`: a boolean, `true` or `false`, not quoted; `=`',
        '- `date`: a date, `YYYY-MM-DD` or a day in your time zone (`today`, `today+7`, `today-7`, or `monday` of this ISO week), in double quotation marks; `=`, `>`, `<`, `>=`, `<=`',
        '- `createdAt`: a timestamp, `YYYY-MM-DD` (a whole day in UTC), an RFC 3339 timestamp such as `2026-01-31T09:30:00Z`, or a day in your time zone (`today`, `today+7`, `today-7`, or `monday` of this ISO week), in double quotation marks; `=`, `>`, `<`, `>=`, `<=`',
        '- `priority`: a number, not quoted; `=`, `>`, `<`, `>=`, `<=`',
        '- `tags`: a tag name, in double quotation marks, compared without regard to case; `=`',
      ].join('\n'),
    )
  })

  test('a text has an example that the field may have, with all values if there are few', () => {
    const told = describeFilter({
      title: { type: 'text', sample: 'The "new" C:\\' },
      status: { type: 'text', sample: 'Open', choices: ['Open', 'On Hold'] },
    })
    const example = String.raw`title="The \"new\" C:\\" AND status="Open"`
    expect(told).toContain(`Example: \`${example}\`.`)
    expect(told).toContain('- `status`: a text, in double quotation marks ("Open", "On Hold"); `=`')
  })

  test('startsWith is listed where it works', () => {
    expect(describeFilter(tagSearch)).toContain('compared without regard to case; `=`, `startsWith`')
  })

  test('the sort names each field', () => {
    expect(describeSort(['priority', 'title'])).toBe(
      'The field to sort by, ascending; with a minus sign before it (`-priority`), descending. Up to 3 fields, joined by commas. Fields: `priority`, `title`.',
    )
  })

  test('the description of a list without fields says that it has none', () => {
    expect(describeFilter({})).toBe('This list has no fields to filter by.')
    expect(describeSort([])).toBe('This list has no fields to sort by.')
  })
})
