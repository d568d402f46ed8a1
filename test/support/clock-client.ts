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
  else {
    time.set(Date.now() + command.ahead)
    if (command.isFrozen) time.freeze()
  }
}

const socket = connect(Number(new URL(import.meta.url).searchParams.get('port')), '127.0.0.1')
socket.on('error', () => undefined)
// Nothing runs before the time is set.
await new Promise<void>((resolve) => {
  let followed = Promise.resolve()
  createInterface({ input: socket }).on('line', (line: string) => {
    followed = followed.then(async () => {
      await follow(line)
      socket.write('\n')
      resolve()
    })
  })
})
socket.unref()
