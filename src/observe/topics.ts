import { type Channel, channel } from 'node:diagnostics_channel'

/**
 * An event that metrics and traces subscribe to. It is a Node diagnostics channel (`atrium:<name>`), so
 * publishing costs almost nothing without subscribers. Facts hold no user data.
 */
class Topic<T> {
  readonly channel: Channel

  constructor(name: string) {
    this.channel = channel(`atrium:${name}`)
  }

  /** Whether anybody listens. */
  get hasSubscribers(): boolean {
    return this.channel.hasSubscribers
  }

  publish(fact: T): void {
    this.channel.publish(fact)
  }

  /** Publishes a fact and runs the work it begins, so that subscribers can attribute what happens inside. */
  publishAround<R>(fact: T, run: () => R): R {
    return this.channel.runStores(fact, run)
  }

  /** `listener` must not throw. Returns a function that unsubscribes it. */
  subscribe(listener: (fact: T) => void): () => void {
    const listen = (fact: unknown): void => listener(fact as T)
    this.channel.subscribe(listen)
    return () => this.channel.unsubscribe(listen)
  }
}

/** A request. `route` is its route pattern, never its path; undefined if no route matched. */
export interface RequestFact {
  method: string
  route: string | undefined
  requestId: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Of the response, once there is one. */
  status: number
  milliseconds: number
}

export interface TransactionFact {
  engine: string
  /** Milliseconds until its work first began. */
  waited: number
  /** How many times its work ran. */
  attempts: number
  failed: boolean
  milliseconds: number
}

interface StatementFact {
  engine: string
  /** With placeholders for all values. */
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
  /** The same object as in `requestBegun`. */
  requestAnswered: new Topic<RequestFact>('request.answered'),
  transactionBegun: new Topic<TransactionFact>('transaction.begun'),
  transactionEnded: new Topic<TransactionFact>('transaction.ended'),
  statementRun: new Topic<StatementFact>('statement.run'),
  /** The number of transactions in one commit. */
  batchCommitted: new Topic<{ size: number }>('batch.committed'),
  jobBegun: new Topic<JobFact>('job.begun'),
  jobEnded: new Topic<JobFact>('job.ended'),
  /** A caller exceeded a rate limit. */
  rateRefused: new Topic<{ limit: string }>('rate.refused'),
  /** A caller failed to authenticate. */
  attemptFailed: new Topic<{ route: string | undefined }>('attempt.failed'),
  contentMoved: new Topic<{ direction: 'in' | 'out'; bytes: number }>('content.moved'),
  deliveryTried: new Topic<{ delivered: boolean }>('delivery.tried'),
  /** Numbering committed changes failed; it is retried. */
  numberingFailed: new Topic<Record<string, never>>('numbering.failed'),
  /** A read that a replica may serve, if there is one. */
  readRouted: new Topic<{ toReplica: boolean }>('read.routed'),
  mailTried: new Topic<{ sent: boolean }>('mail.tried'),
} as const
