import pg from 'pg'

/** The server was reached, but its database cannot be used for Atrium. */
export class UnfitDatabase extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnfitDatabase'
  }
}

const another = 'Use a separate database for Atrium.'

/** Problems that an operator can fix, by the server's error code. */
const causes: Readonly<Record<string, (message: string) => string>> = {
  '42501': (message) =>
    `The role lacks privileges in this database: ${message}. Make it the owner (ALTER DATABASE … OWNER TO …); or, if it is only for serving, run "atrium migrate" as the owner, or set ATRIUM_DATABASE_DIRECT_URL to an address with that role.`,
  '42P07': (message) =>
    `The database has a table or index of another program with a name that Atrium needs: ${message}. ${another}`,
  '42703': (message) =>
    `The database has a table of another program with a name that Atrium needs: ${message}. ${another}`,
}

/** The same error with advice, if there is any. */
export function explainUnfit(error: unknown): unknown {
  const explain = error instanceof pg.DatabaseError ? causes[error.code ?? ''] : undefined
  return error instanceof pg.DatabaseError && explain !== undefined
    ? new UnfitDatabase(explain(error.message), { cause: error })
    : error
}

/** Text may be in any language. Checked before the first migration. */
export async function demandUnicode(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('server_encoding') AS "encoding", to_regclass('"migrations"') IS NULL AS "isNew"`,
  )
  const { encoding, isNew } = rows[0] ?? {}
  if (isNew === true && encoding !== 'UTF8')
    throw new UnfitDatabase(
      `The database uses the encoding ${encoding}, but Atrium needs UTF-8. Create another one: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    )
}
