/** The same request as a command for a terminal. */
export function asRequest(address: string): string {
  return `curl -H "Authorization: Bearer $ACCESS_TOKEN" "${window.location.origin}${address}"`
}
