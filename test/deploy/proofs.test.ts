import { beforeAll, describe } from 'vitest'
import { proveOn } from '../proofs/short-form.ts'
import { haveDebian } from '../support/debian.ts'

beforeAll(() => {
  haveDebian('/usr/bin/strace', 'strace')
})

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => proveOn(engine, 'tracing'))
