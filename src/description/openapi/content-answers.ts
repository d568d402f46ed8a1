import type { HeaderSpec } from '../../http/operation.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Header, Response } from './document.ts'

export function describedHeaders(headers: Readonly<Record<string, HeaderSpec>>): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { sentence, schema = { type: 'string' }, required = false }]) => [
      name,
      { description: sentence, required, schema },
    ]),
  )
}

const tag = {
  ETag: { sentence: 'Stands for the content; it is the same wherever the bytes are.', required: true },
}

const sent = {
  ...tag,
  'Last-Modified': { sentence: 'When the content was stored.', required: true },
  'Accept-Ranges': { sentence: '`bytes`', required: true },
  'Content-Disposition': {
    sentence: 'The name of the file (RFC 6266); it is always an attachment.',
    required: true,
  },
  'Repr-Digest': { sentence: 'The sha-256 of all of the content (RFC 9530).', required: true },
}

/** What a method answers whose answer is content: all of it, stretches of it, or that it has not changed. */
export function contentAnswers(
  { content, type = '*/*' }: { content: string; type?: string },
  common: NonNullable<Response['headers']>,
): Record<string, Response> {
  const schema: JsonSchema = { type: 'string', format: 'binary' }
  const headers = { ...common, ...describedHeaders(sent) }
  const several = type === '*/*' ? {} : { 'multipart/byteranges': { schema } }
  return {
    200: { description: content, headers, content: { [type]: { schema } } },
    206: {
      description: 'The stretches that `Range` names: one as it is, several as `multipart/byteranges`.',
      headers,
      content: { [type]: { schema }, ...several },
    },
    304: {
      description: 'The content is still what you know.',
      headers: { ...common, ...describedHeaders(tag) },
    },
  }
}
