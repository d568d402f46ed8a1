import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Requests to a service that listens on a port. */
export class FileCaller {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  fetch(path: string, options: RequestInit = {}): Promise<Response> {
    return fetch(this.#url + path, {
      ...options,
      headers: { authorization: `Bearer ${this.#token}`, ...(options.headers as Record<string, string>) },
    })
  }

  async json(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const reply = await this.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    expect(reply.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return text === '' ? {} : JSON.parse(text)
  }

  async workspace(): Promise<string> {
    return String((await this.json('POST', '/v1/workspaces', { workspaceName: 'Files' }))['id'])
  }

  upload(name: string, content: Uint8Array<ArrayBuffer> | ReadableStream): Promise<Response> {
    const headers = { 'content-disposition': `attachment; filename="${name}"` }
    return this.fetch('/v1/files/upload', { method: 'POST', headers, body: content, duplex: 'half' })
  }

  async claim(workspaceId: string, asset: string): Promise<{ status: number; body: string }> {
    const reply = await this.json('POST', `/v1/workspaces/${workspaceId}/files`, {
      deferredAssetIds: [asset],
    })
    const [first] = reply['responses'] as { status: number; body: string }[]
    if (first === undefined) throw new Error('There was no response')
    return first
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const someBytes = (size: number): Buffer<ArrayBuffer> => randomBytes(size)

/** The files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
