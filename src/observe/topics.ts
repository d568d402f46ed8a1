import { type Channel, channel } from 'node:diagnostics_channel'

/**
 * What happens, told to whoever listens: figures and traces. It is one of Node's diagnostics channels
 * (`atrium:<name>`), so that telling costs next to nothing while nobody does. Facts hold no values that people gave.
 */
class Topic<T> {
  readonly channel: Channel

  constructor(name: string) {
    this.channel = channel(`atrium:${name}`)
  }

  /** Whether a fact is worth making. */
  get isHeard(): boolean {
    return this.channel.hasSubscribers
  }

  tell(fact: T): void {
    this.channel.publish(fact)
  }

  /** Tells, and runs what the fact is the beginning of: what happens in it can be known as its part. */
  tellAround<R>(fact: T, run: () => R): R {
    return this.channel.runStores(fact, run)
  }

  /** `listener` must not throw. Gives what ends it. */
  hear(listener: (fact: T) => void): () => void {
    const heard = (fact: unknown): void => listener(fact as T)
    this.channel.subscribe(heard)
    return () => this.channel.unsubscribe(heard)
  }
}

/** A request. `route` is the pattern that it came to, never its path; undefined where there is none. */
export interface RequestFact {
  method: string
  route: string | undefined
  requestId: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Of the answer, once there is one. */
  status: number
  milliseconds: number
}

export interface TransactionFact {
  engine: string
  /** Until its work began for the first time. */
  waited: number
  /** How often its work ran. */
  attempts: number
  failed: boolean
  milliseconds: number
}

interface StatementFact {
  engine: string
  /** With a sign for each value. */
  sql: string
  failed: boolean
  milliseconds: number
}

export interface JobFact {
  job: string
  failed: boolean
  milliseconds: number
}

export const topics = {
  requestBegun: new Topic<RequestFact>('request.begun'),
  /** The same object that was begun. */
  requestAnswered: new Topic<RequestFact>('request.answered'),
  transactionBegun: new Topic<TransactionFact>('transaction.begun'),
  transactionEnded: new Topic<TransactionFact>('transaction.ended'),
  statementRun: new Topic<StatementFact>('statement.run'),
  /** Transactions that shared a commit. */
  batchCommitted: new Topic<{ size: number }>('batch.committed'),
  jobBegun: new Topic<JobFact>('job.begun'),
  jobEnded: new Topic<JobFact>('job.ended'),
  /** Somebody is over a rate limit. */
  rateRefused: new Topic<{ limit: string }>('rate.refused'),
  /** Somebody could not prove who they are. */
  attemptFailed: new Topic<{ route: string | undefined }>('attempt.failed'),
  contentMoved: new Topic<{ direction: 'in' | 'out'; bytes: number }>('content.moved'),
  mailTried: new Topic<{ sent: boolean }>('mail.tried'),
} as const
