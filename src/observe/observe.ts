import type { Config } from '../base/config.ts'
import type { Metrics } from './metrics.ts'
import { wantsTraces } from './wants-traces.ts'

export interface Watch {
  metrics: Metrics | undefined
  close: () => Promise<void>
}

/** Begins to listen to what happens, as far as the settings want it; what is not wanted is not even loaded. */
export async function observe(
  { metrics: { port } }: Pick<Config, 'metrics'>,
  environment: Readonly<Record<string, string | undefined>>,
  processNumber: number,
  note: (line: string) => void,
): Promise<Watch> {
  const metrics = port === 0 ? undefined : new (await import('./metrics.ts')).Metrics(processNumber)
  const traces = wantsTraces(environment, note)
    ? await (await import('./traces.ts')).openTraces(environment, processNumber)
    : undefined
  return {
    metrics,
    async close() {
      metrics?.close()
      await traces?.close()
    },
  }
}
