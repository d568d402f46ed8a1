import type { Endpoint } from './endpoint.ts'

/** The endpoints in memory, by webhook and by company. */
export class Endpoints {
  readonly #byId = new Map<string, Endpoint>()
  readonly #busy = new Map<string, Endpoint>()
  readonly #byCompany = new Map<number, Set<Endpoint>>()

  get(webhookId: string): Endpoint | undefined {
    return this.#byId.get(webhookId)
  }

  /** The endpoint, even if it was removed while it still had requests in flight or results to store. */
  getOrBusy(webhookId: string): Endpoint | undefined {
    return this.#byId.get(webhookId) ?? this.#busy.get(webhookId)
  }

  /** Call it when results are stored. */
  forgetIdle(webhookId: string): void {
    if (this.#busy.get(webhookId)?.isIdle === true) this.#busy.delete(webhookId)
  }

  has(endpoint: Endpoint): boolean {
    return this.#byId.get(endpoint.webhook.id) === endpoint
  }

  ofCompany(companyNo: number): Endpoint[] {
    return [...(this.#byCompany.get(companyNo) ?? [])]
  }

  get companies(): number[] {
    return [...this.#byCompany.keys()]
  }

  all(): Iterable<Endpoint> {
    return this.#byId.values()
  }

  add(endpoint: Endpoint): void {
    const { id, companyNo } = endpoint.webhook
    this.#busy.delete(id)
    this.#byId.set(id, endpoint)
    this.#byCompany.set(companyNo, (this.#byCompany.get(companyNo) ?? new Set()).add(endpoint))
  }

  remove(endpoint: Endpoint | undefined): void {
    if (endpoint === undefined || !this.has(endpoint)) return
    const { id, companyNo } = endpoint.webhook
    this.#byId.delete(id)
    endpoint.dropWaiting()
    if (!endpoint.isIdle) this.#busy.set(id, endpoint)
    const others = this.#byCompany.get(companyNo)
    others?.delete(endpoint)
    if (others?.size === 0) this.#byCompany.delete(companyNo)
  }

  clear(): void {
    this.#byId.clear()
    this.#busy.clear()
    this.#byCompany.clear()
  }
}
