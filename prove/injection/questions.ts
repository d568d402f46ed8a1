import type { Round } from '../bad-input/round.ts'
import { isList } from '../subject/described.ts'
import { headerPayloads, payloads } from './payloads.ts'

/** Filters by payloads must find the records with that text, and nothing else. */
export async function throughFilters(round: Round, each: number): Promise<number> {
  const { faults, operations, random } = round.given
  let sent = 0
  for (const operation of operations.filter(isList)) {
    const fields = operation.parameters.find(({ name }) => name === 'filter')?.['x-fields'] ?? []
    const names = [...new Set(fields.map((field) => field.split(' ')[0] ?? ''))]
    const target = await round.recordsFor(operation).fill(operation.path)
    for (const name of names)
      for (let n = 0; n < each; n += 1) {
        const payload = payloads[each < payloads.length ? random.below(payloads.length) : n] ?? ''
        sent += 1
        const filter = `${name}="${payload.replaceAll(/["\\]/g, '\\$&')}"`
        const { status, text } = await round.ask({
          method: 'GET',
          target: `${target}?filter=${encodeURIComponent(filter)}`,
          headers: round.authorizationFor(operation),
          what: `the filter is ${filter}`,
        })
        if (status !== 200) continue
        for (const { details } of JSON.parse(text).items as { details: Record<string, unknown> }[])
          if (typeof details[name] === 'string' && details[name] !== payload.normalize('NFC'))
            faults.add(`${operation.name} by ${filter} finds ${JSON.stringify(details[name])}`)
      }
    const sort = encodeURIComponent(payloads[random.below(payloads.length)] ?? '')
    const headers = round.authorizationFor(operation)
    await round.ask({
      method: 'GET',
      target: `${target}?sort=${sort}&limit=${sort}`,
      headers,
      what: 'the sort is hostile',
    })
  }
  return sent
}

const names = [
  ...[
    'user-agent',
    'x-request-id',
    'idempotency-key',
    'referer',
    'traceparent',
    'tracestate',
    'accept-language',
    'accept',
  ],
  ...[
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'origin',
    'prefer',
    'if-match',
    'host',
    'cookie',
    'content-type',
  ],
  ...['authorization', 'x-http-method-override', 'from', 'via', 'baggage'],
]

/** Payloads in headers must not come back as headers, and no link may be built from them. */
export async function throughHeaders(round: Round, each: number): Promise<number> {
  const { faults, random, samples } = round.given
  const authorization = `Bearer ${samples.workspaceGroups.token}`
  let sent = 0
  for (const name of names)
    for (let n = 0; n < Math.min(each, headerPayloads.length); n += 1) {
      const payload = `${headerPayloads[each < headerPayloads.length ? random.below(headerPayloads.length) : n]} sent.invalid`
      const headers = { authorization, 'content-type': 'application/json', [name]: payload }
      const tag = {
        method: 'POST',
        target: '/v1/tags',
        headers,
        body: JSON.stringify({ tagName: `Tag ${name} ${n}` }),
      }
      for (const request of [tag, { method: 'GET', target: '/v1/tasks?limit=1', headers }]) {
        sent += 1
        const {
          rawHeaders,
          text,
          headers: answered,
        } = await round.ask({ ...request, what: `${name} is ${payload}` })
        if (
          rawHeaders.some((part) => /^x-injected$/i.test(part)) ||
          /sent\.invalid/.test(`${rawHeaders.join('\n')}\n${text}`)
        )
          faults.add(`${name}: ${payload} comes back: ${rawHeaders.join(', ')} ${text.slice(0, 200)}`)
        if (!/^[0-9A-Za-z]{22}$/.test(String(answered['x-request-id'])))
          faults.add(`${name}: ${payload} makes the request id`)
      }
    }
  return sent
}
