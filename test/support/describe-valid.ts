import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'

/** What two independent validators find wrong with an OpenAPI or Swagger description. */
export async function faultsOfDescription(document: object): Promise<string[]> {
  const text = JSON.stringify(document)
  return [...(await faultsByRedocly(text)), ...(await faultsBySchema(text))]
}

async function faultsByRedocly(source: string): Promise<string[]> {
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
  const problems = await lintFromString({ source, absoluteRef: 'description.json', config })
  return problems
    .map(({ ruleId, message, location }) => {
      const [place] = location
      return `${ruleId} at ${place !== undefined && 'pointer' in place ? place.pointer : '?'}: ${message}`
    })
    .filter((fault) => !fault.startsWith(redirect))
}

/** The callback of single sign-on sends a browser on, and never answers with a 2xx. */
const redirect = 'operation-2xx-response at #/paths/~1auth~1sso~1callback/get/responses:'

async function faultsBySchema(source: string): Promise<string[]> {
  // The validator modifies the document, so it gets a copy.
  const { valid, errors = [] } = await new Validator().validate(JSON.parse(source))
  if (valid) return []
  if (typeof errors === 'string') return [errors]
  return errors.length === 0
    ? ['not valid']
    : errors.map(({ instancePath, message }) => `schema at ${instancePath}: ${message}`)
}
