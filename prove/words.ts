import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { engines } from './carry-out.ts'
import type { Proof } from './proof.ts'
import { proofs } from './proofs.ts'

export const help = `Usage: npm run prove -- [options]

Runs the proofs against the real service in separate processes, and writes a report: a table here, docs/proof.json and
docs/proof.md. A new result replaces the previous one of the same proof. An interrupted proof leaves nothing behind.

  --list                     Lists the proofs.
  --only NAME[,NAME]         Only these proofs.
  --engine sqlite|postgres   One engine only. Default: both, one after the other.
  --long                     The thorough form, which takes hours. Default: the short form.
  --help                     Shows this help.

Exits with 1 when a proof fails, with 2 on wrong usage or when it cannot run here, and with 128 plus the signal number
when it is interrupted.`

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

/** The proofs to run, engine by engine; `unfit` explains the named ones that do not run. */
export function choose({ only, engine: named }: Words): { runs: Run[]; unfit: string[] } {
  const names = only?.flatMap((some) => some.split(','))
  const unknown = names?.find((name) => !proofs.some((proof) => proof.name === name))
  if (unknown !== undefined)
    throw new WrongUsage(
      `Unknown proof "${unknown}". The proofs are ${proofs.map(({ name }) => name).join(', ')}.`,
    )
  const strange = named?.find((engine) => !engines.some((each) => each === engine))
  if (strange !== undefined)
    throw new WrongUsage(`Unknown engine "${strange}". The engines are ${engines.join(' and ')}.`)
  const wanted = proofs.filter(({ name }) => names === undefined || names.includes(name))
  const chosen = engines.filter((each) => named === undefined || named.includes(each))
  const runs = chosen.flatMap((engine) =>
    wanted.filter((proof) => proof.engines.includes(engine)).map((proof) => ({ proof, engine })),
  )
  const unfit = wanted
    .filter((proof) => names !== undefined && !runs.some((run) => run.proof === proof))
    .map((proof) => `${proof.name} only applies to ${proof.engines.join(' and ')}, so it is not run.`)
  if (runs.length === 0) throw new WrongUsage(unfit.join('\n'))
  return { runs, unfit }
}
