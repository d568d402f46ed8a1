import { explain } from '../explain.ts'

/** The result of one check. */
export interface Diagnosis {
  about: string
  state: 'ok' | 'warning' | 'wrong'
  text: string
  /** How to fix it. */
  remedy?: string
}

export const ok = (about: string, text: string): Diagnosis => ({ about, state: 'ok', text })

export const warning = (about: string, text: string, remedy: string): Diagnosis => ({
  about,
  state: 'warning',
  text,
  remedy,
})

export const wrong = (about: string, text: string, remedy: string): Diagnosis => ({
  about,
  state: 'wrong',
  text,
  remedy,
})

/** Runs a check; an error is a finding too. */
export async function findingsOf(
  about: string,
  remedy: string,
  check: () => Promise<Diagnosis | readonly Diagnosis[]>,
): Promise<readonly Diagnosis[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    const { message } = explain(error, { name: 'doctor', options: {} })
    return [wrong(about, message.split('\n    at ')[0] ?? message, remedy)]
  }
}
