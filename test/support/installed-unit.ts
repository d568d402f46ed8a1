import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DebianMachine } from './debian-machine.ts'
import { root } from './process.ts'

/** The commands of the operating manual, or of another document, that contain this, without their indentation. */
export function commandsWith(text: string, document = 'operating.md'): string {
  const manual = readFileSync(join(root, 'docs', document), 'utf8')
  const blocks = [...manual.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block)
  const found = blocks.find((block) => block.includes(text))
  if (found === undefined) throw new Error(`The manual has no commands with ${text}`)
  return found.replaceAll(/^ +/gm, '')
}

/** Installs the service as the manual describes, on this port, and returns the output. */
export function installService(machine: DebianMachine, port: number): string {
  const settings = [`ATRIUM_PUBLIC_URL=http://127.0.0.1:${port}`, `ATRIUM_PORT=${port}`]
  return machine.run(
    commandsWith('useradd --system').replace(
      /echo 'ATRIUM_PUBLIC_URL=[^|]*\|/,
      `printf '%s\\n' ${settings.join(' ')} |`,
    ),
  )
}

/** Breaks a service with scheduled backups in several ways that happen to operators. */
export function breakInstallation(machine: DebianMachine): void {
  machine.run(`
    systemctl stop atrium
    mkdir -p /var/lib/atrium/blobs/incoming/7 && chown root: /var/lib/atrium/blobs/incoming
    chmod 644 /var/lib/atrium/secret
    echo 'ATRIUM_SMTP_URL=smtp://127.0.0.1:1' >> /etc/atrium.env
    rm -rf /backups/atrium
    atrium backup /backups/atrium || true`)
}
