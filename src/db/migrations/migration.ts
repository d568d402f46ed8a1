/**
 * Written once for both engines: `{text}`, `{int}`, `{float}` and `{bool}` stand for the engine's own types. A
 * statement that begins with `{sqlite}` or `{postgres}` runs on that engine only.
 */
export interface Migration {
  name: string
  statements: readonly string[]
}
