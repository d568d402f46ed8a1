/** A checkout runs its sources; a package has compiled files. */
export function isCheckout(): boolean {
  return import.meta.filename.endsWith('.ts')
}

/** What an operator types before the name of a command. */
export function commandName(): string {
  return isCheckout() ? 'npm run atrium --' : 'atrium'
}
