// Swagger UI resolves OpenAPI 3.1 ten times slower than 3.0, which takes many seconds for a description of
// this size. The page shows the same content as 3.0; the downloads stay unchanged.
export function asOpenApi30(description) {
  return { ...older(description), openapi: '3.0.4' }
}

function older(node) {
  if (Array.isArray(node)) return node.map(older)
  if (node === null || typeof node !== 'object') return node
  const { type, examples, ...rest } = node
  const made = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, older(value)]))
  if (Array.isArray(examples)) made.example = examples[0]
  else if (examples !== undefined) made.examples = older(examples)
  return type === undefined ? made : { ...made, ...typeBefore(type) }
}

// A member of that name is a schema, not a type.
function typeBefore(type) {
  if (!Array.isArray(type)) return { type: older(type) }
  const types = type.filter((each) => each !== 'null')
  const nullable = types.length < type.length && { nullable: true }
  return types.length === 1
    ? { type: types[0], ...nullable }
    : { anyOf: types.map((each) => ({ type: each })), ...nullable }
}
