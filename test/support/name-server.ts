import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import type { NameLookup } from '../../src/outward/lookups.ts'

export interface NameServer {
  /** Looks names up at this server. */
  lookup: NameLookup
  /** How many times a name was looked up. */
  asked: (name: string) => number
  stop: () => void
}

/** A name server on this machine. `answer` gets the name and how many times it was looked up before. */
export async function startNameServer(
  answer: (name: string, before: number) => readonly string[],
): Promise<NameServer> {
  const counts = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query)
    const isForIpv4 = query.readUInt16BE(end) === 1
    const before = counts.get(name) ?? 0
    if (isForIpv4) counts.set(name, before + 1)
    const addresses = isForIpv4 ? answer(name, before) : []
    socket.send(buildReply(query.subarray(0, end + 4), addresses), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    lookup: (name, _options, done) =>
      resolver.resolve4(name, (error, found) =>
        done(
          error,
          (found ?? []).map((address) => ({ address, family: 4 })),
        ),
      ),
    asked: (name) => counts.get(name) ?? 0,
    stop: () => socket.close(),
  }
}

/** The name in the question of a query, and where it ends. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** The question again, followed by address records that may not be cached. */
function buildReply(question: Buffer, addresses: readonly string[]): Buffer {
  const reply = Buffer.from(question)
  reply.writeUInt16BE(0x8180, 2)
  reply.writeUInt16BE(addresses.length, 6)
  reply.writeUInt16BE(0, 10)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([reply, ...records])
}
