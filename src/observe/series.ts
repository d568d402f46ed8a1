import type { Histogram, Registry } from 'prom-client'

type Labels = Readonly<Record<string, string>>

interface Sample {
  metricName?: string
  labels: Record<string, string | number>
  value: number
}

/** One series of a histogram: count, sum, and count per bucket. */
export class Series {
  readonly labels: Labels
  readonly #bounds: readonly number[]
  /** Per bucket, not cumulative. */
  readonly #between: number[]
  #sum = 0
  #count = 0

  constructor(labels: Labels, bounds: readonly number[]) {
    this.labels = labels
    this.#bounds = bounds
    this.#between = bounds.map(() => 0)
  }

  observe(value: number): void {
    this.#sum += value
    this.#count += 1
    for (let n = 0; n < this.#bounds.length; n += 1)
      if (value <= (this.#bounds[n] ?? 0)) {
        this.#between[n] = (this.#between[n] ?? 0) + 1
        return
      }
  }

  samples(name: string): Sample[] {
    let upTo = 0
    const buckets = this.#bounds.map((le, n) => {
      upTo += this.#between[n] ?? 0
      return { metricName: `${name}_bucket`, labels: { ...this.labels, le }, value: upTo }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { ...this.labels, le: '+Inf' }, value: this.#count },
      { metricName: `${name}_sum`, labels: this.labels, value: this.#sum },
      { metricName: `${name}_count`, labels: this.labels, value: this.#count },
    ]
  }
}

/**
 * A histogram that lets callers hold on to their series. The library's own looks up the series by sorted and joined
 * labels each time, which costs more than everything else in counting a request.
 */
export class SeriesHistogram {
  readonly name: string
  readonly help: string
  readonly type = 'histogram'
  readonly #bounds: readonly number[]
  readonly #series: Series[] = []

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name
    this.help = help
    this.#bounds = bounds
  }

  registerIn(registry: Registry): this {
    // The registry only uses what this class has, but its types require the library's own classes.
    registry.registerMetric(this as unknown as Histogram)
    return this
  }

  series(labels: Labels = {}): Series {
    const created = new Series(labels, this.#bounds)
    this.#series.push(created)
    return created
  }

  async get(): Promise<{ name: string; help: string; type: string; values: Sample[] }> {
    const values = this.#series.flatMap((series) => series.samples(this.name))
    return { name: this.name, help: this.help, type: this.type, values }
  }

  reset(): void {}
}

/**
 * Creates each value once. Keys must come from the program, not from callers, so that their number is
 * bounded.
 */
export class LazyMap<K, V> {
  readonly #values = new Map<K, V>()
  readonly #make: (key: K) => V

  constructor(make: (key: K) => V) {
    this.#make = make
  }

  of(key: K): V {
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const created = this.#make(key)
    this.#values.set(key, created)
    return created
  }
}
