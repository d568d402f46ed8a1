import { killProof } from './kill/kill.ts'
import type { Proof } from './proof.ts'

/** All of them; a further one is a line here. */
export const proofs: readonly Proof[] = [killProof]
