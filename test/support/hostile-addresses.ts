/** Addresses of machines that no outgoing request may reach, one or more per range. */
const inner = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '169.254.169.254',
  '169.254.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '100.100.100.200',
  '192.0.0.192',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.255',
  '198.18.0.1',
  '198.19.255.255',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
]

const innerIpv6 = [
  '::',
  '::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  'ff0e::1',
  '2001:db8::1',
  '3fff::1',
  '2001:2::1',
  '2001:10::1',
  '100::1',
  '5f00::1',
  '4000::1',
  'e000::1',
]

/** An IPv4 address in all the ways that URLs, IPv6 and gateways can write it. */
function formsOf(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 256 + d
  const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  const inverted = `${(0xffff - a * 256 - b).toString(16)}:${(0xffff - c * 256 - d).toString(16)}`
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${b * 65_536 + c * 256 + d}`,
    [...address]
      .map((sign) => (sign === '.' ? '。' : String.fromCodePoint(0xfee0 + sign.charCodeAt(0))))
      .join(''),
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[::${groups}]`,
    `[::ffff:0:${groups}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::1]`,
    `[2001:0:4136:e378:8000:63bf:${inverted}]`,
  ]
}

/** Hosts for a URL that all resolve to private, reserved or otherwise special addresses: more than 300. */
export const hostileHosts: readonly string[] = [
  ...inner.flatMap(formsOf),
  ...innerIpv6.map((address) => `[${address}]`),
  'localhost',
  'LOCALHOST',
  'localhost.',
  'atrium.localhost',
]
