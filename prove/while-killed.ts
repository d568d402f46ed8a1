import { setTimeout as pause } from 'node:timers/promises'
import type { Place } from './proof.ts'
import { kill, launch, ready, type Service, type Settings } from './service.ts'

/** Milliseconds between two kills. */
const betweenKills = 700

interface Writing {
  services: Service[]
  /** The settings of the nth service. */
  settingsOf: (n: number) => Settings
  writers: number
  /** Writes once and returns how many changes the service acknowledged. */
  write: (writer: number, round: number) => Promise<number>
  /** How many changes and kills, at least. */
  changes: number
  kills: number
  onProgress: Place['onProgress']
}

/** Writes through several services that are killed and started again in turn. Returns the changes and kills. */
export async function writeWhileKilled(given: Writing): Promise<{ changes: number; kills: number }> {
  const { services, settingsOf } = given
  let [isWriting, changes, kills] = [true, 0, 0]
  const writeOn = async (writer: number): Promise<void> => {
    for (let round = writer; isWriting; round += 1) {
      try {
        const acknowledged = await given.write(writer, round)
        changes += acknowledged
      } catch {
        // The process was killed: this change may or may not be stored.
        await pause(50)
      }
    }
  }
  const writing = Array.from({ length: given.writers }, (_, n) => writeOn(n))
  while (changes < given.changes || kills < given.kills) {
    await pause(betweenKills)
    if (kills < given.kills) {
      const n = kills % services.length
      const old = services[n] as Service
      await kill(old)
      services[n] = await ready(await launch({ ...settingsOf(n), ATRIUM_PORT: String(old.port) }))
      kills += 1
    }
    const share = Math.min(1, changes / given.changes, kills / given.kills)
    given.onProgress(share, `${changes} changes, ${kills} kills`)
  }
  isWriting = false
  await Promise.all(writing)
  return { changes, kills }
}
