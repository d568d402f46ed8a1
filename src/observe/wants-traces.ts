/**
 * Whether the standard variables of OpenTelemetry ask for traces: an address to send them to, and nothing that
 * switches them off.
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
      'Traces are sent by OTLP over http/protobuf alone; the variables ask for another way, so none are sent.',
    )
    return false
  }
  return true
}
