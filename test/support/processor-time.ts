/** Milliseconds of processor time that this process has used: other work on the machine does not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
