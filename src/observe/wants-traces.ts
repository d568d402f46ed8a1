/**
 * Whether the standard OpenTelemetry variables enable traces: an endpoint is set, and nothing disables them.
 */
export function wantsTraces(
  environment: Readonly<Record<string, string | undefined>>,
  note: (line: string) => void,
): boolean {
  const read = (name: string): string => environment[name]?.trim().toLowerCase() ?? ''
  const address = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') || read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const exporter = read('OTEL_TRACES_EXPORTER') || 'otlp'
  if (address === '' || read('OTEL_SDK_DISABLED') === 'true' || exporter === 'none') return false
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') || read('OTEL_EXPORTER_OTLP_PROTOCOL')
  if (exporter !== 'otlp' || (protocol !== '' && protocol !== 'http/protobuf')) {
    note(
      'Traces can only be sent by OTLP over http/protobuf. The OTEL_… variables select another protocol, so none are sent.',
    )
    return false
  }
  return true
}
