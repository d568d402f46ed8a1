import { expect, test } from 'vitest'
import { extractText } from '../../src/jobs/texts/extract.ts'
import { bomb, paragraph, pdf, word, zipOf } from '../support/documents.ts'

test('every kind of document has its text', async () => {
  const slides = zipOf([
    { name: 'ppt/slides/slide10.xml', content: '<p:sld><a:p><a:t>last</a:t></a:p></p:sld>' },
    { name: 'ppt/slides/slide2.xml', content: '<p:sld><a:p><a:t>first</a:t></a:p></p:sld>' },
    { name: 'ppt/notesSlides/notesSlide1.xml', content: '<p:notes><a:t>note</a:t></p:notes>' },
  ])
  const sheet = zipOf([
    {
      name: 'xl/sharedStrings.xml',
      content: '<sst><si><t>Re</t><t>venue</t></si><si><t>Cost</t></si></sst>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: '<sheetData><c t="inlineStr"><is><t>inline</t></is></c><c><v>42</v></c></sheetData>',
    },
  ])
  const html = `<html><head><title>no</title></head><style>p{}</style><p>Gr&uuml;&#223;e <b>bo</b>ld&nbsp;text</p>
    <script>if (a < b) evil()</script><!-- hidden > --><td>one</td><td>two</td></html>`
  const cases: [kind: string, content: Buffer | string, text: string][] = [
    ['plain', '# Title\n\n- point\0', '# Title - point'],
    ['plain', 'a;b\r\n"c, d";2', 'a;b "c, d";2'],
    ['plain', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
    ['plain', Buffer.from('Grüße aus Köln', 'latin1'), 'Grüße aus Köln'],
    ['html', html, 'Grüße bold text one two'],
    ['office', word(paragraph('Press ', 're', 'lease') + paragraph('R&amp;D')), 'Press release R&D'],
    ['office', slides, 'first last note'],
    ['office', sheet, 'Revenue Cost inline'],
    ['pdf', pdf('Quarterly zeppelin'), 'Quarterly zeppelin'],
  ]
  for (const [kind, content, text] of cases)
    expect((await extractText(kind, Buffer.from(content))).trim(), `${kind}: ${text}`).toBe(text)
  expect(await extractText('plain', Buffer.from('ab '.repeat(200_000)))).toHaveLength(150_000)
})

test('hostile documents are refused, and endless ones are cut', async () => {
  const lying = zipOf([{ name: 'word/document.xml', content: '<w:t>small</w:t>', declared: 1_000_000_000 }])
  expect(await extractText('office', lying)).toBe('small')
  for (const [name, kind, content] of [
    ['a bomb', 'office', bomb()],
    ['half a document', 'office', word(paragraph('text')).subarray(0, 150)],
    ['a directory outside of the file', 'office', Buffer.from(`PK\x05\x06${'\xff'.repeat(18)}`, 'latin1')],
    ['no archive', 'office', Buffer.alloc(100_000, 'PK')],
    ['a broken PDF', 'pdf', pdf('text').subarray(0, 60)],
    ['no PDF', 'pdf', Buffer.from('%PDF-1.7 nothing')],
  ] as const)
    await expect(extractText(kind, content), name).rejects.toThrow()
  for (const endless of ['<', '<!--', '<a ', '&', '<p>&amp', '</', '<script>'])
    expect(
      (await extractText('html', Buffer.from(endless.repeat(200_000)))).length,
      endless,
    ).toBeLessThanOrEqual(150_000)
})
