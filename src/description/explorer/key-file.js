const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

// Browsers only sign on https and on localhost; elsewhere the API is missing.
export const canSign = () => window.isSecureContext && globalThis.crypto?.subtle !== undefined

export const cannotSign = () =>
  `This browser only allows signing on pages served over https or from localhost, and this one came from ${window.location.origin}. ` +
  'Open the explorer over https, or on the machine itself as localhost; or get a token on the command line and paste it as an access token.'

export function readKeyFile(text) {
  let file
  try {
    file = JSON.parse(text)
  } catch {
    throw new Error(
      'This is not a key file: it is not JSON. Choose the file that was downloaded with the client.',
    )
  }
  const absent = ['client_id', 'private_key'].filter((name) => typeof file?.[name] !== 'string')
  if (absent.length > 0)
    throw new Error(
      `This is not a key file: it has no ${absent.join(' and no ')}. Choose the file that was downloaded with the client.`,
    )
  return file
}

const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function importKey(pem) {
  const [, der, end] = pem.split(/-----(?:BEGIN|END) PRIVATE KEY-----/)
  if (end === undefined) throw new Error('The private_key in the file is not a private key in PEM (PKCS#8).')
  try {
    const bytes = Uint8Array.from(atob(der.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0))
    // Not extractable: from here on not even this page can read it.
    return await crypto.subtle.importKey(
      'pkcs8',
      bytes,
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    )
  } catch {
    throw new Error('The private_key in the file is damaged. Download a new key file.')
  }
}

// Returns a function that gets tokens: it signs an assertion here, and sends nothing else.
export async function tokensByKey(file) {
  if (!canSign()) throw new Error(cannotSign())
  const key = await importKey(file.private_key)
  const {
    client_id: iss,
    key_id: kid,
    audience: aud = window.location.hostname,
    scope: scp = 'cd.user',
  } = file
  const encode = (part) => base64url(new TextEncoder().encode(JSON.stringify(part)))
  return async () => {
    const now = Math.floor(Date.now() / 1000)
    const head = { alg: 'RS256', typ: 'JWT', ...(kid !== undefined && { kid }) }
    const signed = `${encode(head)}.${encode({ iss, aud, scp, iat: now, exp: now + 300 })}`
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, new TextEncoder().encode(signed))
    const reply = await fetch('/oauth2/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: jwtBearer, assertion: `${signed}.${base64url(signature)}` }),
    })
    const body = await reply.json()
    if (!reply.ok)
      throw new Error(body.error_description ?? body.message ?? 'The service did not return a token.')
    return body
  }
}
