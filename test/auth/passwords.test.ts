import { describe, expect, test } from 'vitest'
import { PasswordDesk, passwordFault } from '../../src/sign-in/passwords.ts'

describe('a password', () => {
  test.each([
    'password1234',
    'Password123!',
    'P@ssw0rd1234',
    'qwertyuiop12',
    'QwErTyUiOp!!',
    '123456789012',
    '112233445566',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    'iloveyou2024',
    'adminadmin12',
    'Sommer2024!!',
    'letmein.please',
    'welcome-welcome',
    'football#12345',
    '----------------',
  ])('%s is refused: it is too easy to guess', (password) => {
    expect(passwordFault(password)).toMatch(/too easy to guess/)
  })

  test.each([
    'correct horse battery',
    'violet harbour stapler 42',
    'x7#kQ9!vLm2$',
    'zwölf Boxkämpfer jagen',
    '密码密码不是这样的安全词语',
  ])('%s is accepted', (password) => {
    expect(passwordFault(password)).toBeUndefined()
  })

  test('made of the person’s own name is refused', () => {
    expect(passwordFault('lovelace-1815-ada')).toBeUndefined()
    expect(passwordFault('lovelace-1815', ['Ada Lovelace', 'ada@example.com'])).toMatch(/too easy to guess/)
    expect(passwordFault('adalovelace99', ['Ada Lovelace'])).toMatch(/too easy to guess/)
    expect(passwordFault('ada@q7xk9w.example', ['ada@q7xk9w.example'])).toMatch(/too easy to guess/)
    expect(passwordFault('zoeangstrom12', ['Zoë Ångström'])).toMatch(/too easy to guess/)
    expect(passwordFault('zoëångström12', ['Zoe Angstrom'])).toMatch(/too easy to guess/)
    expect(passwordFault('Example.Lovelace1', ['Ada Lovelace', 'ada@example.com'])).toMatch(
      /too easy to guess/,
    )
  })

  test('that is too short or too long is refused', () => {
    expect(passwordFault('short')).toMatch(/at least 12/)
    expect(passwordFault('x'.repeat(1_025))).toMatch(/too long/)
  })
})

describe('password verification', () => {
  test('computes as much for an unknown person as for a known one, and refuses', async () => {
    const desk = new PasswordDesk()
    const hashed = await desk.hash('violet harbour stapler')
    expect(await desk.verify(hashed, 'violet harbour stapler')).toBe(true)
    expect(await desk.verify(hashed, 'another')).toBe(false)
    for (const none of [null, '']) {
      const before = desk.computed
      expect(await desk.verify(none, 'a password that nobody has')).toBe(false)
      expect(desk.computed - before).toBe(1)
    }
  })

  test('lets a hundred requests wait, and refuses the others', async () => {
    const desk = new PasswordDesk()
    const hashed = await desk.hash('x')
    const all = await Promise.allSettled(Array.from({ length: 150 }, () => desk.verify(hashed, 'x')))
    const away = all.filter(({ status }) => status === 'rejected')
    expect(away.length).toBeGreaterThan(40)
    expect(away.length).toBeLessThan(50)
    for (const each of away) expect(each).toMatchObject({ reason: { code: 'unavailable' } })
    expect(await desk.verify(hashed, 'x')).toBe(true)
  })
})
