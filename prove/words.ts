import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { engines } from './carry-out.ts'
import type { Proof } from './proof.ts'
import { proofs } from './proofs.ts'

export const help = `Usage: npm run prove -- [options]

Runs the proofs against the real service, as processes of their own, and writes a report: a table here, docs/proof.json
and docs/proof.md. A proof that is run again takes the place of its former result there. One that is interrupted leaves
nothing behind, there or elsewhere.

  --list                     Lists the proofs.
  --only NAME[,NAME]         Only these.
  --engine sqlite|postgres   One engine; otherwise both, one after the other.
  --long                     As thorough as can be, for hours; otherwise the short form that "npm test" runs.
  --help                     Shows this.

Exits with 1 when a proof fails, with 2 when it is called wrongly or cannot run here, and with 128 and the number of the
signal when it is interrupted.`

export class WrongUsage extends Error {}

export function readWords() {
  try {
    return parseArgs({
      options: {
        list: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        engine: { type: 'string', multiple: true },
        long: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

export type Words = ReturnType<typeof readWords>

export interface Run {
  proof: Proof
  engine: Engine
}

/** What is to be run, engine by engine; and of what was named, in sentences, what is not. */
export function choose({ only, engine: named }: Words): { runs: Run[]; unfit: string[] } {
  const names = only?.flatMap((some) => some.split(','))
  const unknown = names?.find((name) => !proofs.some((proof) => proof.name === name))
  if (unknown !== undefined)
    throw new WrongUsage(
      `There is no proof "${unknown}"; there are ${proofs.map(({ name }) => name).join(', ')}.`,
    )
  const strange = named?.find((engine) => !engines.some((each) => each === engine))
  if (strange !== undefined)
    throw new WrongUsage(`There is no engine "${strange}"; there are ${engines.join(' and ')}.`)
  const wanted = proofs.filter(({ name }) => names === undefined || names.includes(name))
  const chosen = engines.filter((each) => named === undefined || named.includes(each))
  const runs = chosen.flatMap((engine) =>
    wanted.filter((proof) => proof.engines.includes(engine)).map((proof) => ({ proof, engine })),
  )
  const unfit = wanted
    .filter((proof) => names !== undefined && !runs.some((run) => run.proof === proof))
    .map((proof) => `${proof.name} is a proof of ${proof.engines.join(' and ')} alone, and is not run.`)
  if (runs.length === 0) throw new WrongUsage(unfit.join('\n'))
  return { runs, unfit }
}
