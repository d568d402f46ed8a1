import { badInputProof } from './bad-input/bad-input.ts'
import { diskFullProof } from './disk-full/disk-full.ts'
import { feedProof } from './feed/feed.ts'
import { fsyncProof } from './fsync/fsync.ts'
import { injectionProof } from './injection/injection.ts'
import { killProof } from './kill/kill.ts'
import { loadProof } from './load/load.ts'
import { notificationsProof } from './notifications/notifications.ts'
import { outwardProof } from './outward/outward.ts'
import { postgresLostProof } from './postgres-lost/postgres-lost.ts'
import { processesProof } from './processes/processes.ts'
import type { Proof } from './proof.ts'
import { secretsProof } from './secrets/secrets.ts'
import { soakProof } from './soak/soak.ts'
import { webhooksProof } from './webhooks/webhooks.ts'

/** All proofs; add new ones here. */
export const proofs: readonly Proof[] = [
  killProof,
  fsyncProof,
  diskFullProof,
  postgresLostProof,
  processesProof,
  feedProof,
  loadProof,
  badInputProof,
  injectionProof,
  outwardProof,
  webhooksProof,
  notificationsProof,
  secretsProof,
  soakProof,
]
