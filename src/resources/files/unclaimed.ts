import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { type Problem, problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import type { ContentSource } from '../../file-store/store.ts'

/** The unclaimed uploads of one person, including those still in progress. */
interface UnclaimedLimits {
  uploads: number
  bytes: number
}

type Person = Pick<Actor, 'companyNo' | 'userId'>

/** Limits the uploads of each person. Those whose body is still arriving have no row, so this process counts them. */
export class Unclaimed {
  readonly #limits: UnclaimedLimits
  readonly #arriving = new Map<string, UnclaimedLimits>()

  /** `fileBytes`: the largest file, which is always allowed. */
  constructor({ uploads, bytes }: UnclaimedLimits, fileBytes: number) {
    this.#limits = { uploads, bytes: Math.max(bytes, fileBytes) }
  }

  /** Throws unless the person may have another upload. `reader`: the transaction that stores it. */
  async demandRoom(reader: Reader, person: Person, bytes: number): Promise<void> {
    this.#demand(await readStored(reader, person), bytes)
  }

  /**
   * Runs `work` with the body of an upload. `announced`: its size, where known. `isRepeated`: it is stored already and
   * gets the same response again, so only the bodies that are arriving count.
   */
  async receive<T>(
    reader: Reader,
    person: Person,
    {
      body,
      announced,
      isRepeated,
    }: { body: ContentSource; announced: number | undefined; isRepeated: boolean },
    work: (body: ContentSource) => Promise<T>,
  ): Promise<T> {
    const stored = isRepeated ? { uploads: 0, bytes: 0 } : await readStored(reader, person)
    return this.arrive(person, (arriving) => {
      const total = (): UnclaimedLimits => ({
        uploads: stored.uploads + arriving.uploads - 1,
        bytes: stored.bytes + arriving.bytes,
      })
      this.#demand(total(), announced ?? 0)
      arriving.bytes += announced ?? 0
      let counted = announced ?? 0
      const demand = (): void => this.#demand(total(), 0)
      async function* counting(): AsyncGenerator<Uint8Array> {
        for await (const chunk of body) {
          if (announced === undefined) {
            counted += chunk.length
            arriving.bytes += chunk.length
            demand()
          }
          yield chunk
        }
      }
      return work(counting()).finally(() => {
        arriving.bytes -= counted
      })
    })
  }

  /** Runs `work` as one of the uploads of a person whose bodies may arrive at the same time. */
  async arrive<T>(
    { companyNo, userId }: Person,
    work: (arriving: UnclaimedLimits) => Promise<T>,
  ): Promise<T> {
    const key = `${companyNo} ${userId}`
    const arriving = this.#arriving.get(key) ?? { uploads: 0, bytes: 0 }
    this.#arriving.set(key, arriving)
    arriving.uploads += 1
    try {
      if (arriving.uploads > this.#limits.uploads) throw this.#tooMany()
      return await work(arriving)
    } finally {
      arriving.uploads -= 1
      if (arriving.uploads === 0) this.#arriving.delete(key)
    }
  }

  #demand({ uploads, bytes }: UnclaimedLimits, more: number): void {
    if (uploads >= this.#limits.uploads || bytes + more > this.#limits.bytes) throw this.#tooMany()
  }

  #tooMany(): Problem {
    const { uploads, bytes } = this.#limits
    return problem(
      'too_many_uploads',
      `You may have at most ${uploads} uploads, of ${bytes} bytes together, that are not files yet. Turn them into files, or delete them.`,
    )
  }
}

async function readStored(reader: Reader, { companyNo, userId }: Person): Promise<UnclaimedLimits> {
  const found = await reader.query
    .selectFrom('deferredAssets')
    .select((row) => [row.fn.countAll().as('uploads'), row.fn.sum('size').as('bytes')])
    .where('companyNo', '=', companyNo)
    .where('userId', '=', userId)
    .where('expiresAt', '>', clock.timestamp())
    .executeTakeFirst()
  return { uploads: Number(found?.uploads ?? 0), bytes: Number(found?.bytes ?? 0) }
}
