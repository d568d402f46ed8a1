import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

type Environment = Readonly<Record<string, string | undefined>>

/** `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`, as specified by OpenTelemetry. */
export function samplerOf(environment: Environment): Sampler {
  const share = Number(environment['OTEL_TRACES_SAMPLER_ARG'] ?? 1)
  const ratio = (): Sampler => new TraceIdRatioBasedSampler(share >= 0 && share <= 1 ? share : 1)
  const samplers: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: ratio,
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: ratio() }),
  }
  const name = environment['OTEL_TRACES_SAMPLER']?.trim().toLowerCase() ?? ''
  const create = samplers[name] ?? samplers['parentbased_always_on'] ?? (() => new AlwaysOnSampler())
  return create()
}

/** `OTEL_BSP_…`: how spans are batched. */
export function batchingOf(environment: Environment): Record<string, number> {
  const names = {
    OTEL_BSP_SCHEDULE_DELAY: 'scheduledDelayMillis',
    OTEL_BSP_EXPORT_TIMEOUT: 'exportTimeoutMillis',
    OTEL_BSP_MAX_QUEUE_SIZE: 'maxQueueSize',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'maxExportBatchSize',
  }
  const given = Object.entries(names).map(
    ([name, option]) => [option, Number(environment[name] ?? 0)] as const,
  )
  return Object.fromEntries(given.filter(([, value]) => value > 0))
}
