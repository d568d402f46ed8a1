import type { Config } from '../base/config.ts'
import type { Metrics } from './metrics.ts'
import { wantsTraces } from './wants-traces.ts'

interface Watch {
  metrics: Metrics | undefined
  close: () => Promise<void>
}

/** Starts metrics and traces if the settings enable them; otherwise their modules are not even loaded. */
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
