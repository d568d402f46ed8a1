/** "Exit 0 in at most 30 s", even if something hangs. */
export const mostMilliseconds = 29_500

/** Milliseconds between two signs of life of a process that another one started. */
export const heartbeat = 5_000
