import { buildWebApplication } from '../../src/cli/web-build.ts'

/** Builds the web application before the tests, so that no service they start has to. */
export async function setup(): Promise<void> {
  await buildWebApplication(() => undefined)
}
