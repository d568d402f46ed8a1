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

function proxies(value: string): string[] {
  const list = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  for (const part of list) {
    const [address = '', bits, ...rest] = part.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    if (
      version === 0 ||
      rest.length > 0 ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    )
      throw new Error('must be a list of addresses or networks, such as 127.0.0.1,10.0.0.0/8')
  }
  return list
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
  ATRIUM_TRUSTED_PROXIES: setting(
    '',
    'addresses',
    'Proxies whose `X-Forwarded-For` header is trusted: addresses or networks, separated by commas.',
    proxies,
  ),
} as const satisfies Record<string, Setting<unknown>>
