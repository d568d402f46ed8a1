import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** argon2id in the strength that OWASP recommends. */
const strength = { algorithm: 2 satisfies Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const shortestPassword = 12

/** Why a password is refused; undefined when it is fine. */
export function passwordFault(password: string): string | undefined {
  if ([...password].length < shortestPassword)
    return `The password must have at least ${shortestPassword} characters.`
  return password.length > 1_024 ? 'The password is too long.' : undefined
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), strength)
}

export function isPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, password.normalize('NFC'))
}
