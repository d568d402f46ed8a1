import { lookup as resolve } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Seconds, and bytes: providers answer quickly and briefly. */
const patience = 10
const mostBytes = 1_048_576

const inner: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
]

/** Addresses outside the public internet. */
export function isInnerAddress(address: string): boolean {
  const list = new BlockList()
  for (const [net, bits, family] of inner) list.addSubnet(net, bits, family)
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return list.check(mapped, 'ipv4')
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Resolves a name and refuses private addresses. The connection then uses the resolved address. */
const guardedLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    const bad = found?.find(({ address }) => isInnerAddress(address))
    const [first] = found ?? []
    if (error !== null) done(error, [])
    else if (bad !== undefined || first === undefined) done(innerFault(hostname), [])
    else if (options.all === true) done(null, found)
    else done(null, first.address, first.family)
  })
}

const innerFault = (host: string): Error =>
  new Error(`${host} is in a private network. Set ATRIUM_SSO_PRIVATE_ADDRESSES to allow it`)

interface FetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

/** `fetch` for URLs that a company's administrator chose: limited in size and time, without redirects or private addresses. */
export function guardedFetch(privateAddresses: boolean) {
  return (address: string, { method = 'GET', headers = {}, body }: FetchOptions): Promise<Response> =>
    new Promise((resolveAnswer, reject) => {
      const url = new URL(address)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (!privateAddresses && (url.protocol !== 'https:' || (isIP(host) !== 0 && isInnerAddress(host)))) {
        reject(innerFault(host))
        return
      }
      const send = url.protocol === 'https:' ? secureRequest : plainRequest
      const sent = send(url, {
        method,
        headers,
        signal: AbortSignal.timeout(patience * 1000),
        ...(!privateAddresses && { lookup: guardedLookup }),
      })
      sent.once('error', reject).once('response', (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > mostBytes) sent.destroy(new Error('The provider’s response is too large'))
          else chunks.push(chunk)
        })
        answer.once('error', reject).once('end', () => {
          const status = answer.statusCode ?? 502
          const empty = status === 204 || status === 304
          const given = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          )
          resolveAnswer(new Response(empty ? null : Buffer.concat(chunks), { status, headers: given }))
        })
      })
      const text = body instanceof URLSearchParams ? body.toString() : body
      sent.end(typeof text === 'string' ? text : undefined)
    })
}
