import { csvType } from '../../http/csv.ts'
import { isPaged, isRepeatable, isTable, type Operation } from '../../http/operation.ts'
import { eventsType } from '../../http/sending.ts'
import { recordSchema } from '../../schema/describe.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Resource } from '../../schema/resource.ts'
import { contentAnswers, describedHeaders } from './content-answers.ts'
import type { MediaType, Reference, Response } from './document.ts'
import { headersNamed, pageTag } from './headers.ts'
import { problemAnswersOf } from './problem-answers.ts'
import { listSchemaOf, recordOf } from './schemas.ts'
import type { SharedComponents } from './shared-components.ts'

/** All responses of a method, by status. */
export function answersOf(
  operation: Operation,
  parts: SharedComponents,
): Record<string, Response | Reference> {
  return { ...successesOf(operation, parts), ...problemAnswersOf(operation, parts) }
}

function successesOf(operation: Operation, parts: SharedComponents): Record<string, Response> {
  const { answer, method } = operation
  const replayed = isRepeatable(operation) ? (['Idempotency-Replayed'] as const) : []
  const plain = headersNamed(replayed, parts)
  const tagged = headersNamed(['ETag', ...replayed], parts)
  if (answer === 'nothing') return { 204: { description: 'Done.', headers: plain } }
  const csv = isTable(operation) && { 'x-other-content': { [csvType]: allAsCsv } }
  if ('ok' in answer && !isPaged(operation)) {
    const events = answer.events === true && { 'x-other-content': { [eventsType]: asEvents } }
    return {
      200: { description: answer.sentence, headers: plain, content: json(answer.ok), ...csv, ...events },
    }
  }
  if ('ok' in answer) return pageAnswers(answer.sentence, answer.ok, csv, parts)
  if ('status' in answer)
    return {
      [answer.status]: {
        description: answer.sentence,
        headers: { ...plain, ...describedHeaders(answer.headers) },
      },
    }
  if ('content' in answer) return contentAnswers(answer, plain)
  if ('list' in answer) {
    const schema = listSchemaOf(answer.list.resource, parts)
    const description = 'A page of the list, or with `Accept: text/csv` the whole list.'
    return pageAnswers(description, schema, csv, parts)
  }
  if ('created' in answer && answer.with !== undefined)
    return {
      201: {
        description: 'The created record, and what is shown only this once.',
        headers: headersNamed(['Location', 'ETag'], parts),
        content: json(recordWith(answer.created, answer.with)),
      },
    }
  if ('created' in answer)
    return {
      201: {
        description: 'The created record, or with `Accept: text/plain` its bare id.',
        headers: headersNamed(['Location', 'ETag', ...replayed], parts),
        content: json(recordOf(answer.created, parts)),
        'x-other-content': { 'text/plain': bareIdOf(answer.created) },
      },
    }
  if ('changed' in answer)
    return {
      200: {
        description: 'The changed record, if you prefer it.',
        headers: headersNamed(['ETag', 'Preference-Applied', ...replayed], parts),
        content: json(recordOf(answer.changed, parts)),
      },
      204: { description: 'Changed.', headers: tagged },
    }
  const one = { description: 'The record.', headers: tagged, content: json(recordOf(answer.one, parts)) }
  if (method !== 'GET') return { 200: one }
  return { 200: one, 304: { description: 'The record has not changed.', headers: tagged } }
}

function pageAnswers(
  description: string,
  schema: JsonSchema,
  csv: false | Pick<Response, 'x-other-content'>,
  parts: SharedComponents,
): Record<string, Response> {
  const headers = headersNamed(['Link'], parts)
  const tag = { ETag: parts.refer('headers', 'PageETag', pageTag) }
  return {
    200: { description, headers: { ...tag, ...headers }, content: json(schema), ...csv },
    304: { description: 'The page has not changed.', headers: headersNamed(['ETag'], parts) },
  }
}

function recordWith(resource: Resource, more: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { properties, required = [], ...schema } = recordSchema(resource)
  return { ...schema, required: [...required, ...Object.keys(more)], properties: { ...properties, ...more } }
}

const bareIdOf = ({ id }: Resource): MediaType => ({
  schema: { ...id, description: 'The id of the new record.' },
})

const asEvents: MediaType = {
  schema: { type: 'string', description: 'The same items, one event each, as they happen.' },
}

const allAsCsv: MediaType = {
  schema: {
    type: 'string',
    description:
      'All matching records, with a header line (RFC 4180, UTF-8). `limit` and `paging` are not allowed.',
  },
}

function json(schema: JsonSchema): Record<string, MediaType> {
  return { 'application/json': { schema } }
}
