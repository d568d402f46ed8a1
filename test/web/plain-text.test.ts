import { expect, test } from 'vitest'
import { asMarkdown, plainPassage, plainText } from '../../web/src/parts/plain-text.ts'

/** The passage with its matches in brackets. */
function marked(text: string, word: string): string {
  const at = text.indexOf(word)
  const plain = plainPassage({ text, ranges: at === -1 ? [] : [[at, at + word.length]] })
  const [[start, end] = [0, 0]] = plain.ranges
  return start === end
    ? plain.text
    : `${plain.text.slice(0, start)}<${plain.text.slice(start, end)}>${plain.text.slice(end)}`
}

test.each([
  ['@[Ada Lovelace](user:034zZy) The press release', 'press', '@Ada Lovelace The <press> release'],
  ['@[Ada Lovelace](user:034zZy) The press', 'Lovelace', '@Ada <Lovelace> The press'],
  ['see [the **press** kit](https://example.com/kit)', 'press', 'see the <press> kit'],
  ['Lovelace](user:034zZy) The press', 'press', 'Lovelace The <press>'],
  ['The press, says @[Ada', 'press', 'The <press>, says @Ada'],
  ['The press, says @[Ada Lovelace](user:03', 'press', 'The <press>, says @Ada Lovelace'],
  ['@[Ada](user:press)', 'press', '@Ada'],
  ['\\_press\\_ \\[x\\](y) \\`z\\`', 'press', '_<press>_ [x](y) `z`'],
  ['a[0] (press) and [x]', 'press', 'a[0] (<press>) and [x]'],
])('a passage is shown without the signs of Markdown: %s', (text, word, shown) => {
  expect(marked(text, word)).toBe(shown)
})

test.each([
  ['__init__.py', String.raw`\_\_init\_\_.py`],
  ['my_plan (2).txt', 'my_plan (2).txt'],
  ['*a* ~b~ `c` [d](e).txt', String.raw`\*a\* \~b\~ \`c\` \[d\](e).txt`],
  ['1. Plan.txt', String.raw`1\. Plan.txt`],
  ['# Plan.txt', String.raw`\# Plan.txt`],
  ['- Plan.txt', String.raw`\- Plan.txt`],
])('a name is the same in Markdown: %s', (name, markdown) => {
  expect(asMarkdown(name)).toBe(markdown)
  expect(plainText(markdown)).toBe(name)
})
