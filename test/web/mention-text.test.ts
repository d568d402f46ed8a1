import { expect, test } from 'vitest'
import { asSent, asWritten, labelsOf } from '../../web/src/pages/tasks/mention-text.ts'

const [ada, grace] = ['a'.repeat(22), 'g'.repeat(22)]
const mention = (name: string, id = ada): string => `@[${name}](user:${id})`

test('a mention is shown as a name, and sent with the person it means', () => {
  const body = `Ask ${mention('Ada')}, (${mention('Ada Lovelace', grace)}) and ${mention('Ada')}.`
  const { text, people } = asWritten(body)
  expect(text).toBe('Ask @Ada, (@Ada Lovelace) and @Ada.')
  expect(asSent(text, people)).toBe(body)
  expect(asSent(`${text}\n@Ada Lovelace!`, people)).toBe(`${body}\n${mention('Ada Lovelace', grace)}!`)
})

test('two people with equal names stay two people', () => {
  const body = `${mention('Ada', ada)} and ${mention('Ada', grace)}`
  const { text, people } = asWritten(body)
  expect(text).toBe('@Ada and @Ada (2)')
  expect(asSent(text, people)).toBe(body)
  const named = [
    { fullName: 'Ada', email: 'ada@a.example' },
    { fullName: 'Ada', email: 'ada@b.example' },
    { fullName: 'Grace [admin]', email: 'grace@a.example' },
  ]
  expect(labelsOf(named)).toEqual(['Ada (ada@a.example)', 'Ada (ada@b.example)', 'Grace admin'])
})

test('a name that was changed, or is part of another word, mentions nobody', () => {
  const { people } = asWritten(mention('Ada'))
  for (const text of ['@Adam', '@Ad', 'mail@Ada.example', '@ada', 'Ada', '@Adaé'])
    expect(asSent(text, people)).toBe(text)
})

test.each([
  `${mention('Ada')}m`,
  `mail${mention('Ada')}`,
  `@Ada is not ${mention('Ada')}`,
  mention(''),
  mention(' Ada'),
  '@[Ada](user:short) @[Ada',
])('a text that would not become the same again is shown as it is: %s', (body) => {
  const { text, people } = asWritten(body)
  expect(text).toBe(body)
  expect(asSent(text, people)).toBe(body)
})
