import cluster from 'node:cluster'
import { readConfig } from '../base/config.ts'
import { serve } from '../serve.ts'
import { untilSignalled } from '../supervise/signals.ts'
import { Supervisor } from '../supervise/supervisor.ts'
import { serveAmongSeveral } from '../supervise/worker.ts'
import { type Command, exitCodes, UsageFault } from './command.ts'
import { buildWebApplication } from './web-build.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serves the API, the web application and the explorer until it is told to stop.',
  help: `
Usage: atrium serve

Migrates the database and builds the web application if needed, then listens on ATRIUM_HOST:ATRIUM_PORT (localhost:8080).
The log goes to standard output as JSON, one line each; what a person should know goes to standard error.

SIGTERM or SIGINT: takes no more requests, lets running ones end, and exits with 0 in at most 30 seconds.
A second signal ends it at once.

With ATRIUM_PROCESSES above 1, so many processes serve, each started as "atrium serve --process N" by the one that
watches over them. SIGHUP replaces them one after another, and no request is refused.`,
  options: { process: { type: 'string' } },
  async run(given, { note, environment }) {
    const config = readConfig(environment)
    if (given['process'] !== undefined) {
      const processNumber = Number(given['process'])
      if (!cluster.isWorker || !(processNumber > 0))
        throw new UsageFault(
          '--process is how a process that watches over several starts each; set ATRIUM_PROCESSES.',
        )
      // It may be a newer version than the one that watches.
      await buildWebApplication(note)
      await serveAmongSeveral(config, { note, environment, processNumber })
      return exitCodes.done
    }
    await buildWebApplication(note)
    if (config.processes > 1) {
      const code = await new Supervisor(config, note).run()
      return Object.values(exitCodes).find((each) => each === code) ?? exitCodes.failed
    }
    const running = await serve(config, { note, environment })
    await untilSignalled(running, config, note)
    return exitCodes.done
  },
}
