import type { Actor } from '../../base/actor.ts'
import { Problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { ReadContext, type Site } from '../context.ts'
import type { Spec } from '../operation.ts'
import type { AnyReading } from './live.ts'

/** Reads records by the GET of their kind, so that a caller sees what that method shows them. */
export class RecordReaders {
  readonly #services: { db: Reader; site: Site }
  readonly #known = new Map<string, { path: string; parameter: string; read: AnyReading }>()

  constructor(services: { db: Reader; site: Site }) {
    this.#services = services
  }

  /** Remembers a method if it shows one record by its id. */
  add(path: string, { answer }: Spec, read: AnyReading): void {
    const [, parameter] = /^[^:]+:(\w+)$/.exec(path) ?? []
    if (parameter !== undefined && typeof answer === 'object' && 'one' in answer)
      this.#known.set(answer.one.kind, { path, parameter, read })
  }

  /** A record as the caller sees it now; null if they do not. */
  async read(actor: Actor, kind: string, id: string): Promise<unknown> {
    const known = this.#known.get(kind)
    if (known === undefined) return null
    const { db, site } = this.#services
    const url = known.path.replace(`:${known.parameter}`, id)
    const asked = { params: { [known.parameter]: id }, headers: {}, raw: { url } }
    try {
      const { body } = await known.read(new ReadContext(asked, site, actor, {}, db))
      return body === undefined ? null : JSON.parse(String(body))
    } catch (error) {
      if (error instanceof Problem && (error.status === 403 || error.status === 404)) return null
      throw error
    }
  }
}
