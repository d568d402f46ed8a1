/** `postgres://` with the user, then the hosts, then the rest. As in libpq, there may be several hosts. */
const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

const attribute = 'target_session_attrs'

/** Its values that can lead to the primary. */
const fitting: readonly (string | null)[] = [null, 'any', 'read-write', 'primary']

/** One address for each host of a PostgreSQL address; undefined if it is not valid. */
export function addressesOf(url: string): string[] | undefined {
  const [, start = '', hosts = '', rest = ''] = shape.exec(url) ?? []
  const all = hosts.split(',').map((host) => `${start}${host}${rest}`)
  if (start === '' || !all.every((each) => URL.canParse(each))) return undefined
  return all.map(withoutAttribute)
}

function withoutAttribute(address: string): string {
  const url = new URL(address)
  if (!url.searchParams.has(attribute)) return address
  if (!fitting.includes(url.searchParams.get(attribute)))
    throw new Error(`must have ${attribute}=read-write, because the service writes`)
  url.searchParams.delete(attribute)
  return url.href
}
