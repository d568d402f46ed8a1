// Swagger UI resolves OpenAPI 3.1 ten times slower than 3.0, which takes many seconds for a description of
// this size. The page shows the same content as 3.0; the downloads stay unchanged.
export function asOpenApi30(description) {
  return { ...older(description), openapi: '3.0.4' }
}

function older(node) {
  if (Array.isArray(node)) return node.map(older)
  if (node === null || typeof node !== 'object') return node
  const { type, examples, ...rest } = asShown(node)
  const made = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, older(value)]))
  if (Array.isArray(examples)) made.example = examples[0]
  else if (examples !== undefined) made.examples = older(examples)
  return type === undefined ? made : { ...made, ...typeBefore(type) }
}

// Every form of a response can be chosen here. A parameter starts empty unless it is required: the page would send its
// example without being asked.
function asShown(node) {
  const { 'x-other-content': other, ...shown } = node
  if (other !== undefined) return { ...shown, content: { ...shown.content, ...other } }
  if (['query', 'header'].includes(node.in) && node.required !== true && 'schema' in node)
    delete shown.example
  return shown
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
