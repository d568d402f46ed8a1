import { codeOf } from '../base/errors.ts'
import { adviceOnTls } from '../base/tls.ts'

/** Why a bucket cannot be used, and what to do. */
export function whyNoBucket(error: unknown, bucket: string): string {
  const status = statusOf(error)
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  // AWS responds without a body, so the error has no name.
  if (status === 404 || name === 'NoSuchBucket' || name === 'NotFound')
    return `The file store has no bucket ${bucket}.`
  if (name === 'CredentialsProviderError')
    return 'There are no credentials for the file store. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  if (status === 401 || status === 403)
    return `The file store refuses the credentials, or their access to the bucket ${bucket} (${status}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the policy of the bucket.`
  if (status === 301 || status === 400)
    return `The file store refuses the request for the bucket ${bucket} (${status}). Check the region in ATRIUM_BLOBS_URL: ?region=…`
  if (name === 'TimeoutError' || name === 'AbortError')
    return 'The file store does not respond. Check the endpoint in ATRIUM_BLOBS_URL.'
  const reason = status === undefined ? firstLine(message) || codeOf(error) || name : `status ${status}`
  return `The file store is unavailable: ${reason}. ${adviceOnTls(error) ?? 'Check the endpoint in ATRIUM_BLOBS_URL.'}`
}

/** OpenSSL's messages end with a line break. */
const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

function statusOf(error: unknown): number | undefined {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}
