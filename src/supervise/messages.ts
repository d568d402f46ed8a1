/** Messages from the supervisor to a worker process. */
export type SupervisorMessage =
  | { kind: 'stop' }
  /** Another process has replaced it. */
  | { kind: 'leave' }
  | { kind: 'metrics'; question: number; shared: boolean }

/** Messages from a worker process to the supervisor. */
export type WorkerMessage = { kind: 'ready' } | { kind: 'metrics'; question: number; metrics: string }
