/** A checkout runs its sources; a package has compiled files. */
export function isCheckout(): boolean {
  return import.meta.filename.endsWith('.ts')
}

/** The prefix of every command line, such as `npm run atrium --`; under systemd the manual installs a script. */
export function commandName(): string {
  const { npm_lifecycle_event: script, INVOCATION_ID: invocation } = process.env
  const isUnit = invocation !== undefined && script === undefined
  return isCheckout() && !isUnit ? 'npm run atrium --' : 'atrium'
}
