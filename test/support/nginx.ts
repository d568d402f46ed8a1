import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { haveDebian } from './debian.ts'
import { freePort } from './postgres-server.ts'
import { makeFolder, root, type Started, start } from './process.ts'

const program = '/usr/sbin/nginx'

export const haveNginx = (): boolean => haveDebian(program, 'nginx-light')

export interface Nginx extends Started {
  folder: string
  port: number
  plainPort: number
  /** The certificate, as a file and as text. */
  certificate: string
  ca: Buffer
}

/** nginx with deploy/nginx.conf as it is, but for names and ports, in front of these ports. */
export async function startNginx(hosts: readonly number[], ports?: [number, number]): Promise<Nginx> {
  const folder = makeFolder()
  const [port, plainPort] = ports ?? [await freePort(), await freePort()]
  const certificates = join(folder, 'tls')
  mkdirSync(certificates)
  const certificate = makeCertificate(certificates)
  const site = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    .replaceAll('/etc/ssl/atrium', certificates)
    .replaceAll('server_name atrium.example.com;', 'server_name localhost;')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${hosts[0]}`)
    .replaceAll('# server 10.0.0.12:8080', hosts[1] === undefined ? '#' : `server 127.0.0.1:${hosts[1]}`)
    .replaceAll(/listen \[::\].*;/g, '')
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const conf = join(folder, 'nginx.conf')
  writeFileSync(
    conf,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr warn; user ${process.getuid?.() === 0 ? 'root' : 'nobody'};
    events { worker_connections 256; } http { access_log off; ${temporary.join(' ')} ${site} }`,
  )
  const started = start(program, ['-c', conf, '-e', 'stderr', '-p', folder])
  return { ...started, folder, port, plainPort, certificate, ca: readFileSync(certificate) }
}

function makeCertificate(folder: string): string {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const named = ['-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', [...made, ...named, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  return certificate
}
