import { codeOf } from './errors.ts'

/** How a program trusts an authority that the system does not know. */
const trustAuthority =
  'Name the file of the authority that signed the certificate in NODE_EXTRA_CA_CERTS=/path/to/ca.pem.'

const untrusted =
  /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|INVALID_(CA|PURPOSE)|CERT_(UNTRUSTED|REJECTED|SIGNATURE))|\bself-signed certificate\b|\bunable to (get (local )?issuer|verify the first) certificate\b/

/** By the code or the message of an error, because some libraries replace the code. */
const known: readonly (readonly [sign: RegExp, advice: string])[] = [
  [
    /^CERT_HAS_EXPIRED\b|\bcertificate has expired\b/,
    'Renew the certificate of the server and reload the server. If the certificate is still valid, set the clock of this machine.',
  ],
  [
    /^CERT_NOT_YET_VALID\b|\bcertificate is not yet valid\b/,
    'Set the clock of this machine, or that of the machine that issued the certificate.',
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)\b|\bdoes not match certificate's altnames\b/,
    'Use a host name of the certificate in the address of the server.',
  ],
  [
    /^ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\b|\balert certificate required\b/,
    'The server demands a certificate of its clients.',
  ],
  [
    /^ERR_SSL_WRONG_VERSION_NUMBER\b|:wrong version number:/,
    'The server does not speak TLS at this address. Check its port, and whether the address should begin with https or smtps.',
  ],
  [
    /^ERR_SSL_(UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION|SSLV3_ALERT_HANDSHAKE_FAILURE)\b|:unsupported protocol:|\balert (protocol version|handshake failure):/,
    'The server must offer TLS 1.2 or later.',
  ],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO\b)/, "See the server's log for the reason."],
]

/** Advice on a failed TLS connection; undefined for other errors. `trust` is the advice for an unknown authority. */
export function adviceOnTls(error: unknown, trust: string = trustAuthority): string | undefined {
  if (!(error instanceof Error)) return undefined
  const said = `${codeOf(error)} ${error.message}`
  if (untrusted.test(said)) return trust
  return known.find(([sign]) => sign.test(said))?.[1]
}
