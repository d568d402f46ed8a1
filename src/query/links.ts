export interface Links {
  first?: string
  last?: string
  previous?: string
  next?: string
}

type Parameters = Readonly<Record<string, string>>

/**
 * "Links are relative paths that start with the path that was asked for", and "each link carries everything
 * (limit, sort, filter)": `carried` holds those parameters as the caller sent them.
 */
export function buildLinks(
  path: string,
  carried: Parameters,
  hashes: { previous?: string | undefined; next?: string | undefined },
): Links {
  const link = (place: Parameters): string => `${path}?${buildQuery({ ...carried, ...place })}`
  const links: Links = {}
  if (hashes.previous !== undefined) {
    links.first = link({ paging: 'first' })
    links.previous = link({ paging: 'prev', paginationhash: hashes.previous })
  }
  if (hashes.next !== undefined) {
    links.next = link({ paging: 'next', paginationhash: hashes.next })
    links.last = link({ paging: 'last' })
  }
  return links
}

// encodeURIComponent throws at half a surrogate pair, which then becomes the replacement character.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function buildQuery(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
}
