import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { time } from './clock.ts'
import type { ClockCommand } from './clock-server.ts'

/*
 * The programs that tests start load this first: they get the time of the tests from clock-server.ts.
 */

async function follow(line: string): Promise<void> {
  const command: ClockCommand = JSON.parse(line)
  if (command === 'freeze') time.freeze()
  else if (command === 'resume') time.resume()
  else if ('advance' in command) await time.advance(command.advance)
  else time.set(Date.now() + command.ahead)
}

const socket = connect(Number(new URL(import.meta.url).searchParams.get('port')), '127.0.0.1')
socket.on('error', () => undefined)
const lines = createInterface({ input: socket })
// Nothing runs before the time is set.
const [first] = await once(lines, 'line')
await follow(first)
lines.on('line', async (line: string) => {
  await follow(line)
  socket.write('\n')
})
socket.unref()
