export interface Links {
  first?: string
  last?: string
  previous?: string
  next?: string
}

type Parameters = Readonly<Record<string, string>>

/**
 * "Links are relative paths that start with the path that was asked for", and "each link carries everything
 * (limit, sort, filter)": `carried` holds those parameters as the caller sent them. Hashes need no encoding.
 */
export function buildLinks(
  path: string,
  carried: Parameters,
  hashes: { previous?: string | undefined; next?: string | undefined },
): Links {
  const start = `${path}?${buildQuery(carried)}paging=`
  const links: Links = {}
  if (hashes.previous !== undefined) {
    links.first = `${start}first`
    links.previous = `${start}prev&paginationhash=${hashes.previous}`
  }
  if (hashes.next !== undefined) {
    links.next = `${start}next&paginationhash=${hashes.next}`
    links.last = `${start}last`
  }
  return links
}

// encodeURIComponent throws on half a surrogate pair, so it becomes the replacement character first.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Includes the separator to the next parameter. */
function buildQuery(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}&`)
    .join('')
}
