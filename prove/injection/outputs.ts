import type { MailServer } from '../../test/support/smtp-server.ts'
import type { Round } from '../bad-input/round.ts'
import { isList } from '../subject/described.ts'

/** The cells of a CSV (RFC 4180). */
export function cellsOf(text: string): string[] {
  return [...text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

/** Whether a spreadsheet would run the cell as a formula. */
export const isFormula = (cell: string): boolean =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)

/** Reads every list as CSV: no cell may be a formula. */
export async function lookAtTables(round: Round): Promise<number> {
  const { faults, operations } = round.given
  let cells = 0
  for (const operation of operations.filter(isList)) {
    const target = await round.recordsFor(operation).fill(operation.path)
    const headers = { ...round.authorizationFor(operation), accept: 'text/csv' }
    const { status, text } = await round.ask({ method: 'GET', target, headers })
    if (status !== 200) continue
    const found = cellsOf(text)
    cells += found.length
    for (const cell of found.filter(isFormula))
      faults.add(`${operation.name} as a table has the cell ${JSON.stringify(cell)}`)
  }
  return cells
}

const hostileName = '</title><script>alert(1)</script>\nBcc: evil@evil.example\nX-Injected: yes'

/** Mail about a company and to a person with hostile names must have only the usual headers. */
export async function lookAtLetters(round: Round, mail: MailServer): Promise<void> {
  const { caller } = round.recordsFor({ path: '/v1/users' })
  await caller.ok('PUT', '/v1/company', { companyName: hostileName })
  const email = 'letters@example.com'
  const { body } = await caller.ok('POST', '/v1/users', { email, fullName: hostileName })
  await caller.ok('POST', `/v1/users/${body.id}/invitation`, {})
  const letter = await mail.nextRaw(email)
  const head = letter.slice(0, letter.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  for (const line of head.split('\r\n'))
    if (
      !/^(From|To|Subject|Message-ID|Date|MIME-Version|Content-Type|Content-Transfer-Encoding): /i.test(
        line,
      ) ||
      /[\r\n\0]/.test(line)
    )
      round.given.faults.add(`A mail has the header ${JSON.stringify(line)}`)
}

/** Pages of a hostile company, and at hostile addresses, must contain nothing that others wrote. */
export async function lookAtPages(round: Round): Promise<number> {
  const { faults } = round.given
  const task = await round
    .recordsFor({ path: '/v1/tasks' })
    .fill('/p/task/{taskId}')
    .catch(() => '/p/task/x')
  const hostile = [
    '<script>alert(1)</script>',
    '%3Cscript%3Ealert(1)%3C/script%3E',
    '"><script>alert(1)</script>',
    "';alert(1)//",
  ]
  const pages = [
    '/',
    '/sign-in',
    '/welcome',
    '/explorer',
    '/problems/not_found',
    '/setup',
    '/invitation',
    task,
  ]
  const all = [
    ...pages,
    ...hostile.flatMap((text) => [
      `/${text}`,
      `/p/${text}`,
      `/problems/${text}`,
      `/?x=${text}`,
      `/v1/${text}`,
      `/oauth2/${text}`,
      `/explorer/${text}`,
    ]),
  ]
  for (const target of all) {
    // Browsers send some of these unencoded.
    const { headers, text } = await round.wire.send({
      method: 'GET',
      target: target.replaceAll(' ', '%20'),
      headers: { accept: 'text/html' },
    })
    const isPage = String(headers['content-type']).includes('html')
    if (isPage && /<script>alert|X-Injected/.test(text)) faults.add(`${target} shows a page with user input`)
    if (headers['x-content-type-options'] !== 'nosniff') faults.add(`${target} lets browsers guess its type`)
    if (isPage && headers['content-security-policy'] === undefined)
      faults.add(`${target} is a page without a policy`)
  }
  return all.length
}

/** A calendar with hostile titles must have the right number of events, and no injected lines. */
export async function lookAtCalendar(round: Round): Promise<void> {
  const { faults } = round.given
  const { caller } = round.recordsFor({ path: '/v1/users' })
  const { body } = await caller.send('POST', '/v1/users/me/calendar')
  const address = String(body?.address ?? '')
  if (address === '') return faults.add(`There is no calendar: ${JSON.stringify(body)}`)
  const inside = await round.recordsFor({ path: '/v1/workspaces' }).fill('/v1/workspaces/{workspaceId}')
  const title = 'x\nEND:VEVENT\nBEGIN:VEVENT\nX-INJECTED:1'
  for (const more of ['', ';y,z:w\\n', '\\'])
    await caller.ok('POST', `${inside}/events`, {
      title: title + more,
      description: title,
      startsAt: new Date().toISOString(),
    })
  const { text } = await round.wire.send({ method: 'GET', target: new URL(address).pathname, headers: {} })
  const lines = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  for (const line of lines)
    if (line !== '' && (!/^[A-Z-]+[;:]/.test(line) || /^X-INJECTED/.test(line) || /[\r\n]/.test(line)))
      faults.add(`The calendar has the line ${JSON.stringify(line)}`)
  const counted = (line: string): number => lines.filter((each) => each === line).length
  if (
    counted('BEGIN:VEVENT') !== counted('END:VEVENT') ||
    counted('END:VCALENDAR') !== 1 ||
    counted('BEGIN:VEVENT') < 3
  )
    faults.add('The calendar does not end its events')
}
