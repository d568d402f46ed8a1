import type { Config } from '../../base/config.ts'
import { Seal, sealed } from '../../base/secret.ts'
import type { Api } from '../../http/api.ts'
import { OutwardClient } from '../../outward/client.ts'
import { AdmittedNetworks } from '../../outward/ranges.ts'
import { Dispatcher, type DispatcherParts } from '../../webhooks/dispatcher.ts'
import { presentChange } from '../changes/item.ts'
import { visibleAmong } from '../visible-ids.ts'
import { deliveryRoutes } from './deliveries.ts'
import { webhookRequests } from './description.ts'
import { webhookRoutes } from './routes.ts'
import { webhookStateRoutes } from './state-routes.ts'

type Given = Pick<DispatcherParts, 'db' | 'outbox' | 'log'> & { secret: Uint8Array }

interface Webhooks {
  /** Sends webhooks, once it is started. */
  dispatcher: Dispatcher
  /** Mounts all methods of webhooks. Returns the requests that the service sends, for its description. */
  mount: (api: Api) => typeof webhookRequests
}

export function openWebhooks({ webhooks, publicUrl }: Config, { secret, ...given }: Given): Webhooks {
  const { networks, names } = webhooks.admitted
  const reach = { admitted: new AdmittedNetworks(networks, names), fewPorts: true }
  const seal = new Seal(secret, sealed.webhooks)
  const client = new OutwardClient(reach, { keepsConnections: true })
  let mounted: Api | undefined
  const dispatcher = new Dispatcher({
    ...given,
    ...{ client, seal, seconds: webhooks.seconds, publicUrl, presentChange, visibleIds: visibleAmong },
    readRecords: async (actor, { kind, recordId }) => mounted?.records.read(actor, kind, recordId),
  })
  return {
    dispatcher,
    mount(api) {
      mounted = api
      const parts = { seal, reach, courier: dispatcher.courier }
      webhookRoutes(api, parts)
      webhookStateRoutes(api, parts)
      deliveryRoutes(api, parts)
      return webhookRequests
    },
  }
}
