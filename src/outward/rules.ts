import { isIP } from 'node:net'
import { type AdmittedNetworks, type RangeName, rangeOf } from './ranges.ts'

/** Where outgoing requests may go. */
export interface Reach {
  /** Undefined: anywhere, also over plain http. */
  admitted: AdmittedNetworks | undefined
  /** Whether ports below 1024 other than 80 and 443 are refused. */
  fewPorts: boolean
}

/** The rule that an address breaks. It never depends on what is at that address. */
type BrokenRule = 'scheme' | 'credentials' | 'port' | RangeName

const reasons: Readonly<Record<Exclude<BrokenRule, RangeName>, string>> = {
  scheme: 'must begin with https://',
  credentials: 'must not contain a user name or password',
  port: 'must use port 80, 443, or one from 1024 on',
}

/** Why an address is refused, as the end of a sentence about it. */
export function reasonFor(rule: BrokenRule): string {
  return rule === 'scheme' || rule === 'credentials' || rule === 'port'
    ? reasons[rule]
    : `is not on the public internet (${rule} address), and the operator has not allowed it`
}

/** An outgoing request was refused before anything was sent. */
export class AddressRefused extends Error {
  readonly rule: BrokenRule

  constructor(rule: BrokenRule) {
    super(`The address ${reasonFor(rule)}.`)
    this.name = 'AddressRefused'
    this.rule = rule
  }
}

/** A host name or address as `net.connect` takes it. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** The rule that a URL breaks, as far as it can be told without resolving its name. */
export function ruleBrokenBy(url: URL, { admitted, fewPorts }: Reach): BrokenRule | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme'
  if (url.username !== '' || url.password !== '') return 'credentials'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (fewPorts && port !== 443 && port !== 80 && port < 1024) return 'port'
  if (admitted === undefined) return undefined
  const host = hostOf(url)
  if (admitted.hasName(host)) return undefined
  if (isIP(host) !== 0) return ruleBrokenAt(host, url.protocol, admitted)
  if (/^(.*\.)?localhost\.?$/.test(host)) return 'loopback'
  return url.protocol === 'http:' && !admitted.hasNetworks ? 'scheme' : undefined
}

/** The rule that connecting to this address breaks. Plain http only reaches allowed networks. */
export function ruleBrokenAt(
  address: string,
  protocol: string,
  admitted: AdmittedNetworks,
): BrokenRule | undefined {
  if (admitted.hasAddress(address)) return undefined
  return rangeOf(address) ?? (protocol === 'http:' ? 'scheme' : undefined)
}
