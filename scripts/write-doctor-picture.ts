import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootDebian } from '../test/support/debian-machine.ts'
import { breakInstallation, commandsWith, installService } from '../test/support/installed-unit.ts'
import { root } from '../test/support/process.ts'
import { setup as buildPages } from '../test/support/web-application.ts'
import { terminalPicture } from './docs/terminal-picture.ts'

/**
 * Writes docs/pictures/doctor.svg: the output of `atrium doctor` on a broken installation, in a Debian of its own. Needs
 * root: `node scripts/write-doctor-picture.ts`
 */
const port = 8080

// Pages that are missing would be another fault.
await buildPages()
const machine = await bootDebian('atrium-picture')
if (typeof machine === 'string') throw new Error(machine)
try {
  installService(machine, port)
  machine.run(commandsWith('ReadWritePaths='))
  breakInstallation(machine)
  const { output } = machine.try('atrium doctor')
  process.stdout.write(output)
  writeFileSync(join(root, 'docs', 'pictures', 'doctor.svg'), terminalPicture('atrium doctor', output))
} finally {
  await machine.stop()
}
