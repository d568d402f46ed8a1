import { AsyncLocalStorage } from 'node:async_hooks'
import type { Channel } from 'node:diagnostics_channel'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { version } from '../base/version.ts'
import { batchingOf, samplerOf } from './sampler.ts'
import { type JobFact, type RequestFact, type TransactionFact, topics } from './topics.ts'

/** Milliseconds that sending the last spans may take. */
const patience = 2_000

const systems: Readonly<Record<string, string>> = { sqlite: 'sqlite', postgres: 'postgresql' }

/** The verb and table of a statement: `select tasks`. The full text can be long and adds little. */
function summaryOf(sql: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+"(\w+)"/i.exec(sql) ?? []
  return `${verb.toLowerCase()} ${table}`.trim()
}

/**
 * Spans for requests, transactions, statements and jobs, exported as set by the standard OpenTelemetry
 * variables. They hold the program's own names, numbers and the request id: no path, no parameter, no body.
 */
export async function openTraces(
  environment: Readonly<Record<string, string | undefined>>,
  processNumber: number,
): Promise<{ close: () => Promise<void> }> {
  const own = resourceFromAttributes({
    'service.name': 'atrium',
    'service.version': version,
    'service.instance.id': `${hostname()}/${processNumber}`,
    'process.pid': process.pid,
  })
  const isTimed = ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT'].some(
    (name) => (environment[name] ?? '') !== '',
  )
  // The exporter retries an unreachable collector this long, and shutdown waits for it.
  const exporter = new OTLPTraceExporter(isTimed ? {} : { timeoutMillis: 3_000 })
  const provider = new TracerProvider({
    resource: own.merge(
      detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
    ),
    sampler: samplerOf(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batchingOf(environment) })],
  })
  const tracer = provider.getTracer('atrium', version)
  const propagator = new W3CTraceContextPropagator()
  const here = new AsyncLocalStorage<Context | undefined>()
  const spans = new WeakMap<object, Span>()

  /** Starts a span as a child of the current one. */
  const begin = (fact: object, name: string, options: SpanOptions, parent: Context): Context => {
    const span = tracer.startSpan(name, options, parent)
    spans.set(fact, span)
    return trace.setSpan(parent, span)
  }
  const end = (fact: object, failed: boolean, attributes: Record<string, string | number>): void => {
    const span = spans.get(fact)
    if (span === undefined) return
    span.setAttributes(attributes)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  const bound: Channel[] = []
  const around = <T>(channel: Channel, contextOf: (fact: T) => Context | undefined): void => {
    channel.bindStore(here, (fact) => contextOf(fact as T))
    bound.push(channel)
  }

  around<RequestFact>(topics.requestBegun.channel, (fact) => {
    const { method, route = 'none', requestId, headers } = fact
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'atrium.request.id': requestId,
    }
    return begin(fact, `${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
  })
  around<TransactionFact>(topics.transactionBegun.channel, (fact) => {
    const parent = here.getStore()
    const attributes = { 'db.system.name': systems[fact.engine] ?? fact.engine }
    return parent && begin(fact, 'transaction', { attributes }, parent)
  })
  around<JobFact>(topics.jobBegun.channel, (fact) =>
    begin(fact, `job ${fact.job}`, { attributes: { 'atrium.job': fact.job } }, ROOT_CONTEXT),
  )
  const ends = [
    topics.requestAnswered.subscribe((fact) =>
      end(fact, fact.status >= 500, { 'http.response.status_code': fact.status }),
    ),
    topics.transactionEnded.subscribe((fact) =>
      end(fact, fact.failed, {
        'atrium.transaction.attempts': fact.attempts,
        'atrium.transaction.wait_ms': Math.round(fact.waited * 1000) / 1000,
      }),
    ),
    topics.jobEnded.subscribe((fact) => end(fact, fact.failed, {})),
    topics.statementRun.subscribe(({ engine, sql, failed, milliseconds }) => {
      const parent = here.getStore()
      if (parent === undefined) return
      const now = performance.timeOrigin + performance.now()
      const summary = summaryOf(sql)
      const span = tracer.startSpan(
        summary,
        {
          kind: SpanKind.CLIENT,
          startTime: now - milliseconds,
          attributes: { 'db.system.name': systems[engine] ?? engine, 'db.query.summary': summary },
        },
        parent,
      )
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(now)
    }),
  ]
  return {
    async close() {
      for (const stop of ends) stop()
      for (const channel of bound) channel.unbindStore(here)
      // An unreachable collector must not delay the shutdown.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        pause(patience, undefined, { ref: false }),
      ])
    },
  }
}
