import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { networkOf } from '../base/network.ts'

/**
 * Address ranges that are not part of the public internet (RFC 6890 and its registries), and ranges that carry an
 * IPv4 address inside, which a gateway may unwrap.
 */
const ranges = {
  loopback: ['127.0.0.0/8', '::1/128'],
  unspecified: ['0.0.0.0/8', '::/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  metadata: [
    '100.100.100.200/32',
    '168.63.129.16/32',
    '192.0.0.192/32',
    'fd00:ec2::254/128',
    'fd20:ce::254/128',
  ],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  shared: ['100.64.0.0/10'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  benchmark: ['198.18.0.0/15', '2001:2::/48'],
  tunnel: ['192.88.99.0/24', '2002::/16', '2001::/32', '64:ff9b::/96', '64:ff9b:1::/48', '::/96'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  reserved: ['192.0.0.0/24', '240.0.0.0/4', '2001::/23', '100::/64', '5f00::/16'],
} as const

/** The kind of a range that outgoing requests may not reach. */
export type RangeName = keyof typeof ranges

/** A network setting cannot allow these as part of a larger network: each address has to be named. */
const onlyByAddress: ReadonlySet<RangeName> = new Set([
  'loopback',
  'unspecified',
  'link-local',
  'metadata',
  'multicast',
])

/** Part of a network: its address and the length of its prefix. */
interface Network {
  address: string
  bits: number
}

function add(list: BlockList, { address, bits }: Network): BlockList {
  list.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4')
  return list
}

function networkFrom(text: string): Network {
  const [address = '', bits] = text.split('/')
  return { address, bits: Number(bits) }
}

interface Lists {
  byRange: readonly (readonly [RangeName, BlockList])[]
  globalIpv6: BlockList
}

let lists: Lists | undefined

/** The ranges in a form that is quick to search, built with the first request. */
function builtLists(): Lists {
  lists ??= {
    byRange: Object.entries(ranges).map(([name, texts]) => [
      name as RangeName,
      texts.reduce((list, text) => add(list, networkFrom(text)), new BlockList()),
    ]),
    globalIpv6: add(new BlockList(), { address: '2000::', bits: 3 }),
  }
  return lists
}

/** An IPv4 address in IPv6 form counts as that IPv4 address. */
function plain(address: string): { address: string; family: 'ipv4' | 'ipv6' } {
  const network = networkOf(address)
  if (isIPv4(network)) return { address: network, family: 'ipv4' }
  return { address: address.split('%')[0] ?? '', family: 'ipv6' }
}

/** The range that keeps an address off the public internet; undefined for a public one. */
export function rangeOf(given: string): RangeName | undefined {
  const { address, family } = plain(given)
  const { byRange, globalIpv6 } = builtLists()
  const [found] = byRange.find(([, list]) => list.check(address, family)) ?? []
  if (found !== undefined) return found
  return family === 'ipv4' || globalIpv6.check(address, family) ? undefined : 'reserved'
}

/** Whether a setting that allows this network has no effect: all of its addresses have to be named one by one. */
export function admitsNothing(network: Network): boolean {
  const { address, family } = plain(network.address)
  if (isSingle(network)) return false
  return [...onlyByAddress]
    .flatMap((name) => [...ranges[name]].map(networkFrom))
    .some((range) => range.bits <= network.bits && add(new BlockList(), range).check(address, family))
}

const isSingle = ({ address, bits }: Network): boolean => bits === (isIPv6(address) ? 128 : 32)

/** Networks and host names that an operator allows although they are private. */
export class AdmittedNetworks {
  readonly #single = new BlockList()
  readonly #wide = new BlockList()
  readonly #names: ReadonlySet<string>
  readonly hasNetworks: boolean

  constructor(networks: readonly Network[], names: readonly string[]) {
    for (const network of networks) add(isSingle(network) ? this.#single : this.#wide, network)
    this.#names = new Set(names)
    this.hasNetworks = networks.length > 0
  }

  hasName(host: string): boolean {
    return this.#names.has(host.replace(/\.$/, ''))
  }

  hasAddress(given: string): boolean {
    const { address, family } = plain(given)
    if (this.#single.check(address, family)) return true
    const range = rangeOf(given)
    return this.#wide.check(address, family) && (range === undefined || !onlyByAddress.has(range))
  }
}
