/** Written once for both engines: `{text}`, `{int}`, `{float}` and `{bool}` stand for the engine's own types. */
export interface Migration {
  name: string
  statements: readonly string[]
}
