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
  ETag: { sentence: 'Identifies the content, wherever the bytes are stored.', required: true },
}

const sent = {
  ...tag,
  'Last-Modified': { sentence: 'When the content was stored.', required: true },
  'Accept-Ranges': { sentence: '`bytes`', required: true },
  'Content-Disposition': {
    sentence: 'The name of the file (RFC 6266); always an attachment.',
    required: true,
  },
  'Repr-Digest': { sentence: 'The sha-256 of the whole content (RFC 9530).', required: true },
}

/** The responses of a method that returns content: all of it, ranges of it, or that it has not changed. */
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
      description: 'The ranges that `Range` names: one as it is, several as `multipart/byteranges`.',
      headers,
      content: { [type]: { schema }, ...several },
    },
    304: {
      description: 'The content has not changed.',
      headers: { ...common, ...describedHeaders(tag) },
    },
  }
}
