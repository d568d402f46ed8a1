import { readFileName } from '../../src/http/content/content-disposition.ts'
import type { Round } from '../bad-input/round.ts'
import { asKept, payloads } from './payloads.ts'

/** RFC 6266 and RFC 8187: a quoted name, and an extended one in harmless characters. */
const safe = /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/

/** Uses every payload as a file name: it comes back unchanged, in one header, and never as a path. */
export async function throughFileNames(round: Round, each: number): Promise<{ sent: number; kept: number }> {
  const { faults, random, samples } = round.given
  const authorization = { authorization: `Bearer ${samples.workspaceGroups.token}` }
  const inside = await round.recordsFor({ path: '/v1/workspaces' }).fill('/v1/workspaces/{workspaceId}')
  let sent = 0
  let kept = 0
  for (let n = 0; n < Math.min(each, payloads.length); n += 1) {
    const name = payloads[each < payloads.length ? random.below(payloads.length) : n] ?? ''
    sent += 1
    const what = `the file name is ${JSON.stringify(name)}`
    const upload = await round.ask({
      method: 'POST',
      target: '/v1/files/upload',
      headers: {
        ...authorization,
        'content-type': 'text/html',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
      },
      body: `<script>alert(${n})</script>`,
      what,
    })
    if (upload.status !== 201) continue
    const claimed = await round.ask({
      method: 'POST',
      target: `${inside}/files`,
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ deferredAssetIds: [JSON.parse(upload.text).id] }),
      what,
    })
    const [made] = JSON.parse(claimed.text).responses as { status: number; body: string }[]
    if (made?.status !== 201) continue
    kept += 1
    const { text } = await round.ask({
      method: 'GET',
      target: `/v1/files/${made.body}`,
      headers: authorization,
    })
    const { fileName } = JSON.parse(text).details
    if (fileName !== asKept(name, true))
      faults.add(`The file ${JSON.stringify(name)} came back as ${JSON.stringify(fileName)}`)
    const { headers, rawHeaders } = await round.ask({
      method: 'GET',
      target: `/v1/files/${made.body}/content`,
      headers: authorization,
    })
    const dispositions = rawHeaders.filter(
      (part, at) => at % 2 === 0 && part.toLowerCase() === 'content-disposition',
    )
    const disposition = String(headers['content-disposition'])
    if (dispositions.length !== 1 || !safe.test(disposition) || readFileName(disposition) !== fileName)
      faults.add(`The file ${JSON.stringify(name)} is sent as ${disposition}`)
    if (
      headers['x-content-type-options'] !== 'nosniff' ||
      !/sandbox/.test(String(headers['content-security-policy']))
    )
      faults.add(`The file ${JSON.stringify(name)} could run as a page: ${JSON.stringify(headers)}`)
  }
  return { sent, kept }
}
