import { Validator } from '@seriousme/openapi-schema-validator'

/**
 * What the official schemas find wrong with an OpenAPI or Swagger description. The checkers in test/outside know more
 * rules.
 */
export async function faultsOfDescription(document: object): Promise<string[]> {
  // The validator modifies the document, so it gets a copy.
  const { valid, errors = [] } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  if (valid) return []
  if (typeof errors === 'string') return [errors]
  return errors.length === 0
    ? ['not valid']
    : errors.map(({ instancePath, message }) => `schema at ${instancePath}: ${message}`)
}
