import { isIP } from 'node:net'
import { type Setting, setting, text, whole } from './setting.ts'

/** "The service sits at the root of its host": an address with a path is refused. */
function origin(value: string): string {
  if (value === '') return ''
  if (!URL.canParse(value)) throw new Error('must be an address such as https://atrium.example.com')
  const url = new URL(value)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error('must begin with http:// or https://')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('must not have a path: the service is at the root of its host')
  return url.origin
}

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function hostNames(value: string): string[] {
  return listed(value.toLowerCase()).map((part) => {
    const url = `http://${part}`
    if (!URL.canParse(url) || new URL(url).hostname !== part)
      throw new Error('must be a list of host names, such as atrium.example.com,files.example.com')
    return part
  })
}

/** An address, or a network such as 10.0.0.0/8; undefined for anything else. */
function networkIn(part: string): { address: string; bits: number } | undefined {
  const [address = '', bits, ...rest] = part.split('/')
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  if (version === 0 || rest.length > 0) return undefined
  if (bits === undefined) return { address, bits: most }
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { address, bits: Number(bits) } : undefined
}

function proxies(value: string): string[] {
  const list = listed(value)
  if (list.some((part) => networkIn(part) === undefined))
    throw new Error('must be a list of addresses or networks, such as 127.0.0.1,10.0.0.0/8')
  return list
}

/** Networks and host names that outgoing requests may reach although they are private. */
export interface AdmittedHosts {
  networks: readonly { address: string; bits: number }[]
  names: readonly string[]
}

function admittedHosts(value: string): AdmittedHosts {
  const parts = listed(value.toLowerCase()).map((part) => ({ part, network: networkIn(part) }))
  try {
    return {
      networks: parts.flatMap(({ network }) => network ?? []),
      names: parts.flatMap(({ part, network }) => (network === undefined ? hostNames(part) : [])),
    }
  } catch {
    throw new Error('must be a list of networks, addresses or host names, such as 10.0.0.0/8,n8n.lan')
  }
}

/** How clients reach the service. */
export const addressSettings = {
  ATRIUM_HOST: setting(
    'localhost',
    'address',
    'The address to listen on; `0.0.0.0` or `::` for all network interfaces.',
    text,
  ),
  ATRIUM_PORT: setting('8080', '1–65535', 'The port to listen on.', whole(1, 65_535)),
  ATRIUM_PUBLIC_URL: setting(
    '',
    'http(s)://host',
    'The public address of the service; permalinks begin with it. It must not have a path. Empty: `http://localhost:<port>`.',
    origin,
  ),
  ATRIUM_AUTH_URL: setting(
    '',
    'http(s)://host',
    'The address of the authorization server, where clients get their tokens; its host name is the audience of assertions. It must not have a path. Empty: the same as `ATRIUM_PUBLIC_URL`.',
    origin,
  ),
  ATRIUM_AUTH_FORMER_HOSTS: setting(
    '',
    'host names',
    'Former host names of the authorization server, separated by commas. Assertions with one of them as their audience are still accepted, so that credential files from before a change of `ATRIUM_PUBLIC_URL` or `ATRIUM_AUTH_URL` stay valid.',
    hostNames,
  ),
  ATRIUM_TRUSTED_PROXIES: setting(
    '',
    'addresses',
    'Proxies whose `X-Forwarded-For` header is trusted: addresses or networks, separated by commas.',
    proxies,
  ),
  ATRIUM_WEBHOOK_NETWORKS: setting(
    '',
    'networks',
    'Private networks, addresses and host names that webhooks may reach, including over plain http, separated by commas: `10.0.0.0/8,n8n.lan`. Loopback, link-local and metadata addresses must be listed one by one or by host name; a network never includes them.',
    admittedHosts,
  ),
  ATRIUM_WEBHOOK_SECONDS: setting(
    '15',
    '1–60',
    'How many seconds a webhook receiver may take to respond.',
    whole(1, 60),
  ),
} as const satisfies Record<string, Setting<unknown>>
