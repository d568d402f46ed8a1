import { execFileSync } from 'node:child_process'
import { isCheckout } from '../../base/checkout.ts'
import { clock } from '../../base/clock.ts'
import type { Config } from '../../base/config.ts'
import { stamp } from '../../base/ids.ts'
import { fingerprintOf } from '../../base/secret.ts'
import { adviceOnTls } from '../../base/tls.ts'
import { version } from '../../base/version.ts'
import { openMailer, verifyMailServer } from '../../mail/mailer.ts'
import { pagesState } from '../web-build.ts'
import { type Diagnosis, ok, warning, wrong } from './finding.ts'

export function checkVersions(): Diagnosis {
  return ok(
    'versions',
    `Atrium ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
  )
}

/** Whether the system keeps its clock right; nothing where it does not report that. */
export function checkTimeSync(): Diagnosis[] {
  try {
    const said = execFileSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 5_000,
    }).trim()
    return said === 'no' ? [warning('clock', 'not synchronized', 'Install chrony or systemd-timesyncd.')] : []
  } catch {
    return []
  }
}

/** Connects to the mail server; with an address, sends a test mail. */
export async function checkMail(config: Config, to: string | undefined): Promise<readonly Diagnosis[]> {
  const send = openMailer(config)
  if (send === undefined) {
    const text = 'no mail server is set, so administrators pass links on themselves'
    return [
      to === undefined
        ? warning('mail', text, 'Set ATRIUM_SMTP_URL.')
        : wrong('mail', text, 'Set ATRIUM_SMTP_URL.'),
    ]
  }
  const { hostname, port } = new URL(config.mail.server)
  const server = port === '' ? hostname : `${hostname}:${port}`
  const remedy = `Check ATRIUM_SMTP_URL and ATRIUM_MAIL_FROM, and that this machine may connect to ${server}.`
  try {
    if (to === undefined) {
      await verifyMailServer(config)
      return [ok('mail', `${server} accepts the connection; --mail ADDRESS sends a test mail`)]
    }
    const mail = {
      to,
      subject: `Test mail from ${new URL(config.publicUrl).host}`,
      text: `This is the test mail that you requested with "atrium doctor --mail".\n\nSent by ${config.publicUrl}\n`,
    }
    await send(mail, stamp().id)
    return [ok('mail', `${server} accepted a test mail to ${to}; check that it arrives`)]
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return [wrong('mail', text.trim(), adviceOnTls(error) ?? remedy)]
  }
}

/** Whether the web pages are built. */
export function checkPages(): Diagnosis {
  const remedy = isCheckout()
    ? 'Build them: run "npm run pages" in the checkout, as its owner. The unit of systemd cannot write there.'
    : 'Install the package again.'
  const state = pagesState()
  if (state === 'current') return ok('pages', 'the web application is built')
  return state === 'missing'
    ? wrong('pages', 'the web application is not built, so only the API is served', remedy)
    : warning('pages', 'the web application is of another version than the service', remedy)
}

/** The service on this machine, if it runs. Without the `secret`, any service that responds will do. */
export async function checkService(
  { host, port }: Config,
  secret: Uint8Array | undefined,
): Promise<Diagnosis> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  try {
    const reply = await fetch(`${address}/readyz?verbose`, { signal: clock.timeout(5_000) })
    if (reply.status !== 200)
      return wrong(
        'service',
        `${address}/readyz answers ${reply.status}`,
        'Read its log: journalctl -u atrium',
      )
    const { installation } = (await reply.json().catch(() => ({}))) as { installation?: string }
    if (secret !== undefined && installation !== fingerprintOf(secret))
      return wrong(
        'service',
        `another installation or program responds at ${address}`,
        'Give one of them another ATRIUM_PORT, or run doctor with the settings of the other.',
      )
    return ok('service', `ready at ${address}`)
  } catch {
    return warning('service', `nothing responds at ${address}`, 'Start it: systemctl start atrium')
  }
}
