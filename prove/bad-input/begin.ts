import type { Random } from '../../bench/random.ts'
import type { Faults, Place } from '../proof.ts'
import { launch, ready, type Settings } from '../service.ts'
import { operationsOf, readDescription } from '../subject/described.ts'
import { complete, makeSamples } from '../subject/sample.ts'
import { Round } from './round.ts'

/** A service with both kinds of company, so that every method has something to work on. */
export async function beginRound(
  { engine }: Place,
  settings: Settings,
  random: Random,
  faults: Faults,
): Promise<Round> {
  const samples = await makeSamples(settings)
  const service = await ready(await launch(settings))
  for (const sample of Object.values(samples)) await complete(service.url, sample)
  const description = await readDescription(service.url)
  return new Round({
    engine,
    service,
    samples,
    description,
    operations: operationsOf(description),
    random,
    faults,
  })
}
