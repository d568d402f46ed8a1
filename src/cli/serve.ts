import cluster from 'node:cluster'
import { readConfig } from '../base/config.ts'
import { serve } from '../serve.ts'
import { OneProcess } from '../supervise/one-process.ts'
import { serveAsReplacement } from '../supervise/replacement.ts'
import { Supervisor } from '../supervise/supervisor.ts'
import { serveAsWorker } from '../supervise/worker.ts'
import { type Command, exitCodes, UsageFault } from './command.ts'
import { buildWebApplication } from './web-build.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serves the API, the web application and the explorer until stopped.',
  help: `
Usage: atrium serve

Migrates the database and builds the web application if needed, then listens on ATRIUM_HOST:ATRIUM_PORT (localhost:8080).
The log goes to standard output, one JSON object per line; messages for people go to standard error.

SIGTERM or SIGINT: stops accepting requests, finishes running ones, and exits with 0 within 30 seconds.
A second signal ends it at once.

SIGHUP starts another process with the code on disk, which takes over without refusing a request; in a terminal it stops.
With ATRIUM_PROCESSES above 1, a supervisor starts that many processes, each as "atrium serve --process N", and SIGHUP
replaces them one after another. Under systemd, use Type=notify, as deploy/atrium.service does.`,
  options: { process: { type: 'string' }, replacing: { type: 'boolean' } },
  async run(given, { note, environment }) {
    const config = readConfig(environment)
    if (given['process'] !== undefined) {
      const processNumber = Number(given['process'])
      if (!cluster.isWorker || !(processNumber > 0))
        throw new UsageFault('--process is for the supervisor only. Set ATRIUM_PROCESSES instead.')
      // This may be a newer version than the supervisor.
      await buildWebApplication(note)
      await serveAsWorker(config, { note, environment, processNumber })
      return exitCodes.done
    }
    await buildWebApplication(note)
    if (given['replacing'] === true) {
      if (process.send === undefined)
        throw new UsageFault('--replacing is for the service itself only. Send SIGHUP to it instead.')
      await serveAsReplacement(config, { note, environment })
      return exitCodes.done
    }
    const code =
      config.processes > 1
        ? await new Supervisor(config, { note, environment }).run()
        : await new OneProcess(config, { note, environment }).run(await serve(config, { note, environment }))
    return Object.values(exitCodes).find((each) => each === code) ?? exitCodes.failed
  },
}
