/** Messages from the supervisor to a worker process. */
export type SupervisorMessage =
  | { kind: 'stop' }
  /** Another process has replaced it. */
  | { kind: 'leave' }
  | { kind: 'metrics'; question: number; shared: boolean }

/** Messages from a worker process to the supervisor. `alive`: its event loop turns. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'alive' }
  | { kind: 'metrics'; question: number; metrics: string }

/** Messages to the only process, which replaces another; the sender may be an older version. */
export type ToReplacement =
  | { kind: 'stop' }
  | { kind: 'leave' }
  /** Comes with one of `count` listening sockets. */
  | { kind: 'socket'; count: number }
  /** Send back the listening sockets, for the next replacement. */
  | { kind: 'lend' }
  /** The replaced process has ended. */
  | { kind: 'succeed' }

/** `prepared`: everything is open, and the sockets are missing. */
export type FromReplacement =
  | { kind: 'prepared' }
  | { kind: 'ready' }
  | { kind: 'alive' }
  | { kind: 'socket'; count: number }
