import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ownDescription } from '../../scripts/docs/own-description.ts'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import { lowerToSwagger2 } from '../../src/description/swagger2/swagger2.ts'
import { outside } from '../support/outside-tools.ts'

interface Redocly {
  createConfig: (config: { extends: string[]; rules: Record<string, 'error' | 'off'> }) => Promise<object>
  lintFromString: (options: {
    source: string
    absoluteRef: string
    config: object
  }) => Promise<{ ruleId: string; message: string; location: { pointer?: string }[] }[]>
}

/** What Redocly finds wrong with an OpenAPI or Swagger description. */
async function faultsOf(document: object): Promise<string[]> {
  const { createConfig, lintFromString } = createRequire(join(outside, 'package.json'))(
    '@redocly/openapi-core',
  ) as Redocly
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-tag-defined': 'error',
      'operation-description': 'error',
      'parameter-description': 'error',
      // A local installation is at http://localhost.
      'no-server-example.com': 'off',
      // The contract has `/v1/files/uploads/{uuid}` next to `/v1/files/{fileId}/…`; literal paths take precedence.
      'no-ambiguous-paths': 'off',
    },
  })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: 'description.json', config })
  return problems
    .map(({ ruleId, message, location: [place] }) => `${ruleId} at ${place?.pointer ?? '?'}: ${message}`)
    .filter((fault) => !fault.startsWith(redirect))
}

/** The callback of single sign-on sends a browser on, and never answers with a 2xx. */
const redirect = 'operation-2xx-response at #/paths/~1auth~1sso~1callback/get/responses:'

let description: OpenApiDocument

beforeAll(async () => {
  description = await ownDescription()
})

test('the description is valid', async () => {
  expect(await faultsOf(description)).toEqual([])
})

test('the Swagger 2.0 form of it is valid', async () => {
  expect(await faultsOf(lowerToSwagger2(description))).toEqual([])
})

test('an invalid one is not', async () => {
  const { get } = description.paths['/v1/tasks'] ?? {}
  const twice = { ...description, paths: { ...description.paths, '/v1/x': { get } } }
  expect((await faultsOf(twice)).join()).toContain('operation-operationId-unique')
  expect(await faultsOf({ ...description, nonsense: 1 })).toHaveLength(1)
})
