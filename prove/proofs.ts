import { badInputProof } from './bad-input/bad-input.ts'
import { injectionProof } from './injection/injection.ts'
import { killProof } from './kill/kill.ts'
import { loadProof } from './load/load.ts'
import type { Proof } from './proof.ts'
import { secretsProof } from './secrets/secrets.ts'
import { soakProof } from './soak/soak.ts'

/** All of them; a further one is a line here. */
export const proofs: readonly Proof[] = [
  killProof,
  loadProof,
  badInputProof,
  injectionProof,
  secretsProof,
  soakProof,
]
