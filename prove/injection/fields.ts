import { idPattern, type JsonSchema } from '../../src/schema/json-schema.ts'
import { type Case, wrongCase } from '../bad-input/case.ts'
import type { Round } from '../bad-input/round.ts'
import { type Described, membersOf } from '../subject/described.ts'
import { asKept, payloads } from './payloads.ts'

/** Members with free text. */
function textMembers(operation: Described): [name: string, schema: JsonSchema][] {
  return membersOf(operation).filter(
    ([, { type, format, pattern, enum: choices, maxLength }]) =>
      [type].flat()[0] === 'string' &&
      format === undefined &&
      choices === undefined &&
      pattern !== idPattern &&
      maxLength !== undefined,
  )
}

/** Methods under `/auth` store only names, which other methods store too. */
const isWriting = ({ method, path }: Described): boolean =>
  ['POST', 'PUT'].includes(method) && path.startsWith('/v1/') && !path.endsWith('/updateDetails')

/** Secrets are never returned, and the others have an effect instead of being stored. */
const notShown = ['ssoClientSecret', 'requestId', 'fileName']

/**
 * Sends every payload in every text of every body: it must be stored unchanged, or refused with the name of the member.
 */
export async function throughFields(
  round: Round,
  each: number,
  onProgress: (share: number) => void,
): Promise<{ sent: number; kept: number }> {
  const { faults, random } = round.given
  const operations = round.given.operations.filter(
    (operation) => isWriting(operation) && textMembers(operation).length > 0,
  )
  const done = new Set<JsonSchema>()
  let sent = 0
  let kept = 0
  for (const [n, operation] of operations.entries()) {
    onProgress(n / operations.length)
    for (const [name, schema] of textMembers(operation)) {
      if (notShown.includes(name) || done.has(schema)) continue
      done.add(schema)
      const chosen =
        each < payloads.length
          ? Array.from({ length: each }, () => payloads[random.below(payloads.length)] ?? '')
          : payloads
      for (const payload of chosen) {
        sent += 1
        // Some names must be unique.
        const text = `${payload}${['.', '..'].includes(payload) ? '' : ` ${sent}`}`
        const target = await round.targetOf(operation)
        const body = JSON.stringify({ ...target.members, [name]: text })
        const one = wrongCase(target, `${name} is ${JSON.stringify(text)}`, { body })
        const found = await sendAndRead(round, one, operation, name)
        if (typeof found !== 'string') continue
        kept += 1
        const isName = (schema.minLength ?? 0) > 0
        if (found !== asKept(text, isName) && found !== asKept(text, true))
          faults.add(
            `${operation.name}: ${name} was ${JSON.stringify(text)} and came back as ${JSON.stringify(found)}`,
          )
      }
    }
  }
  return { sent, kept }
}

/** The value in the record afterwards; undefined if it was refused. */
async function sendAndRead(
  round: Round,
  one: Case,
  operation: Described,
  name: string,
): Promise<string | undefined> {
  const { faults } = round.given
  const reply = await round.ask(one, operation.name)
  if (reply.status >= 400) {
    const pointers = ((JSON.parse(reply.text).errors ?? []) as { pointer?: string }[]).map(
      ({ pointer }) => pointer,
    )
    if (reply.status === 400 && !pointers.some((pointer) => pointer?.startsWith(`/${name}`)))
      faults.add(
        `${operation.name}, where ${one.what}: the refusal names ${pointers.join(', ') || 'nothing'}`,
      )
    return undefined
  }
  const text =
    reply.text !== ''
      ? reply.text
      : (
          await round.wire.send({
            ...one,
            method: 'GET',
            body: '',
            headers: round.authorizationFor(operation),
          })
        ).text
  return JSON.parse(text || '{}').details?.[name]
}
