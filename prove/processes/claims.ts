import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { insist } from '../../test/support/insist.ts'
import { readMetricsText } from '../../test/support/metrics.ts'
import { assertionOf, jwtBearer, withClaims } from '../../test/support/signer.ts'
import { Caller } from '../caller.ts'
import { command } from '../service.ts'
import { counted, type Group, times } from './group.ts'

/** Each holds whichever process answers. */
export const claims: Readonly<Record<string, (group: Group) => Promise<void>>> = {
  idempotency,
  locks,
  jti,
  mail,
  jobs,
  revocation,
  rates,
}

const anyone = (group: Group, n = 0): Caller => {
  const person = group.people[n % group.people.length]
  if (person === undefined) throw new Error('There is nobody')
  return person.caller
}

/** The same request with the same key, many times at once: runs once, and all get its answer. */
async function idempotency(group: Group): Promise<void> {
  const path = `/v1/workspaces/${group.workspaceId}/tasks`
  for (let round = 0; round < (group.long ? 50 : 8); round += 1) {
    const title = randomUUID()
    const caller = anyone(group, round)
    const ask = () => insist(() => caller.send('POST', path, { title }, { 'idempotency-key': title }))
    const replies = [...(await times(16, ask)), await ask()]
    const made = replies.filter(({ status }) => status === 201)
    const first = made.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true')
    const ids = new Set(made.map(({ body }) => body.id))
    const filter = encodeURIComponent(`title="${title}"`)
    const found = await caller.all(`${path}?filter=${filter}`)
    const others = replies.filter(
      ({ status, body }) => status !== 201 && body.code !== 'idempotency_in_progress',
    )
    if (first.length !== 1 || ids.size !== 1 || found.length !== 1 || others.length > 0)
      group.faults.add(
        `A key that was sent 17 times: ${counted(replies.map(({ status }) => status))}, of them ${first.length} not replayed, ${found.length} records`,
      )
  }
}

/** "100 parallel lock requests give one 204." */
async function locks(group: Group): Promise<void> {
  const admin = new Caller(group.url, group.company.token)
  for (let round = 0; round < (group.long ? 20 : 2); round += 1) {
    const name = { 'content-disposition': `attachment; filename="${round}.txt"` }
    const upload = await admin.ok('POST', '/v1/files/upload', Buffer.from(randomUUID()), name)
    const claim = { deferredAssetIds: [upload.body.id] }
    const kept = await admin.ok('POST', `/v1/workspaces/${group.workspaceId}/files`, claim)
    const path = `/v1/files/${kept.body.responses[0].body}/lock`
    const replies = await Promise.all(
      group.people.map(({ caller }) => insist(() => caller.send('POST', path))),
    )
    const outcome = counted(replies.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))
    if (outcome !== `1 × 204, ${group.people.length - 1} × 409 locked`)
      group.faults.add(`${group.people.length} people locked a file at once: ${outcome}`)
  }
}

async function jti(group: Group): Promise<void> {
  const { credential } = group.company
  for (let round = 0; round < (group.long ? 50 : 5); round += 1) {
    const assertion = withClaims(credential, { jti: randomUUID() })
    const replies = await times(12, () =>
      insist(() => anyone(group).send('POST', '/oauth2/token', { grant_type: jwtBearer, assertion })),
    )
    const outcome = counted(replies.map(({ status }) => status))
    if (outcome !== '1 × 200, 11 × 400') group.faults.add(`A jti that was sent 12 times at once: ${outcome}`)
  }
}

/** Each mail is sent once, whichever process sends it, directly or as a job. */
async function mail(group: Group): Promise<void> {
  const invited = group.people.slice(1, group.long ? undefined : 31)
  const replies = await Promise.all(
    invited.map(({ id }, n) => insist(() => anyone(group, n).send('POST', `/v1/users/${id}/invitation`))),
  )
  if (replies.some(({ status }) => status !== 201))
    group.faults.add(`Invitations were answered ${counted(replies.map(({ status }) => status))}`)
  const letters = (): number[] => invited.map(({ email }) => group.mail.count(email))
  for (const end = performance.now() + 60_000; letters().includes(0) && performance.now() < end; )
    await setTimeout(50)
  // A duplicate would have arrived by now.
  await setTimeout(300)
  if (letters().some((count) => count !== 1))
    group.faults.add(`Mails to each of ${invited.length} people: ${counted(letters())}`)
}

/** Each queue of jobs has a process of its own, so each job runs in one process only. */
async function jobs({ metricsPorts, faults }: Group): Promise<void> {
  const processes = new Map<string, Set<string>>()
  for (const port of metricsPorts) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const { name, labels, value } of readMetricsText(text)) {
      if (name !== 'atrium_job_duration_seconds_count' || value === 0) continue
      const job = labels['name'] ?? ''
      processes.set(job, (processes.get(job) ?? new Set()).add(`${port} ${labels['process']}`))
    }
  }
  if (processes.size === 0) faults.add('No process runs jobs')
  for (const [job, { size }] of processes) if (size > 1) faults.add(`${size} processes run the job ${job}`)
}

/** "Takes effect everywhere within 5 seconds", however the token is revoked. */
async function revocation(group: Group): Promise<void> {
  const { credential } = group.company
  const caller = anyone(group, 1)
  const ask = async (): Promise<string> => {
    const body = { grant_type: jwtBearer, assertion: assertionOf(credential) }
    return (await caller.ok('POST', '/oauth2/token', body)).body.access_token
  }
  const [byItself, byOperator] = [await ask(), await ask()]
  await known(group, byItself, 200)
  await known(group, byOperator, 200)
  await new Caller(group.url, byItself).ok('POST', '/oauth2/revoke', { token: byItself })
  await known(group, byItself, 401)
  const { code, stderr } = await command(['client', 'revoke', credential.client_id], group.settings)
  if (code !== 0) throw new Error(`The client cannot be revoked: ${stderr}`)
  await known(group, byOperator, 401)
}

/** Waits until each process knows, which takes seconds. */
async function known(group: Group, token: string, status: number): Promise<void> {
  const began = performance.now()
  for (const { url } of group.services) {
    const caller = new Caller(url, token)
    // Several processes may listen there: each must answer.
    for (let sure = 0; sure < 8; ) {
      const waited = performance.now() - began
      const reply = await caller.send('GET', '/v1/users/me', undefined, { connection: 'close' })
      sure = reply.status === status ? sure + 1 : 0
      if (sure > 0) continue
      const fault = `a token is answered ${reply.status} instead of ${status}`
      if (waited > 5_000) group.faults.addSlow(`After 5 seconds ${fault}`)
      if (waited > 120_000) {
        group.faults.add(`After two minutes ${fault}`)
        return
      }
      await setTimeout(50)
    }
  }
}

/** "Shared between processes within 10 %." */
async function rates(group: Group): Promise<void> {
  const perSecond = Number(group.settings['ATRIUM_RATE_REQUESTS_PER_SECOND'])
  const burst = Number(group.settings['ATRIUM_RATE_BURST'])
  const caller = anyone(group, group.people.length - 1)
  const began = performance.now()
  let passed = 0
  const left = { count: burst * 2 }
  await times(20, async () => {
    while (left.count-- > 0) {
      const { status } = await caller.send('GET', '/v1/users/me')
      if (status === 200) passed += 1
      else if (status !== 429) group.faults.add(`A request past the rate was answered ${status}`)
    }
  })
  // On a very slow machine, all requests are allowed.
  const allowed = Math.min(burst * 2, burst + ((performance.now() - began) / 1_000) * perSecond)
  const fault = `${passed} requests passed where ${Math.round(allowed)} are allowed`
  if (passed > allowed * 1.1) group.faults.add(fault)
  if (passed < allowed * 0.9) group.faults.addSlow(fault)
}
