import { buildWebApplication } from '../../src/cli/web-build.ts'

/** Builds the web application before the tests, so that the services they start need not. */
export async function setup(): Promise<void> {
  await buildWebApplication(() => undefined)
}
