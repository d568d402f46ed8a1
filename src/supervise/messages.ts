/** What the process that watches says to one that serves. */
export type SupervisorMessage =
  | { kind: 'stop' }
  /** Another one has taken its place. */
  | { kind: 'leave' }
  | { kind: 'metrics'; question: number; shared: boolean }

/** What one that serves says to the process that watches. */
export type WorkerMessage = { kind: 'ready' } | { kind: 'metrics'; question: number; metrics: string }
