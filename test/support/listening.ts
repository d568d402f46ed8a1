import { connect } from 'node:net'

/** Whether the port accepts connections. Probing is cheap; failing HTTP requests would take a tenth of a start. */
export function isListening(address: string): Promise<boolean> {
  const { hostname: host, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) })
    const tell = (is: boolean) => (): void => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', tell(true)).once('error', tell(false))
  })
}
