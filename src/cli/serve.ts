import { readConfig } from '../config.ts'
import { serve } from '../serve.ts'
import { type Command, exitCodes } from './command.ts'
import { buildWebApplication } from './web-build.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serves the API, the web application and the explorer until it is told to stop.',
  help: `
Usage: atrium serve

Migrates the database and builds the web application if needed, then listens on ATRIUM_HOST:ATRIUM_PORT (localhost:8080).
The log goes to standard output as JSON, one line each; what a person should know goes to standard error.

SIGTERM or SIGINT: takes no more requests, lets running ones end, and exits with 0 in at most 30 seconds.
A second signal ends it at once.`,
  options: {},
  async run(_given, { note, environment }) {
    await buildWebApplication(note)
    const running = await serve(readConfig(environment), note)
    await running.stopped
    return exitCodes.done
  },
}
