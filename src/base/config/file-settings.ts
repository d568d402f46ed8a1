import { resolve } from 'node:path'
import { type Setting, setting, whole } from './setting.ts'

export interface S3Address {
  kind: 's3'
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  /** Undefined: the AWS endpoint of the region. */
  endpoint: string | undefined
  region: string
  pathStyle: boolean
}

export type BlobAddress = { kind: 'disk'; folder: string } | S3Address

const parameters = ['endpoint', 'region', 'pathStyle']

export function blobAddress(value: string): BlobAddress {
  if (value.startsWith('file:')) {
    const folder = value.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
    if (folder === '' || folder.startsWith('//'))
      throw new Error('must name a folder, such as file:./data/blobs')
    return { kind: 'disk', folder: resolve(folder) }
  }
  if (!value.startsWith('s3://') || !URL.canParse(value))
    throw new Error('must be file:<folder> or s3://bucket/prefix?endpoint=https://host&region=name')
  const { hostname, port, username, pathname, searchParams } = new URL(value)
  if (username !== '' || port !== '')
    throw new Error(
      'must not contain credentials: they are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname)) throw new Error('must name a bucket: s3://bucket')
  const unknown = [...searchParams.keys()].filter((name) => !parameters.includes(name))
  if (unknown.length > 0)
    throw new Error(`has unknown parameters: ${unknown.join(', ')}. Known are ${parameters.join(', ')}`)
  const endpoint = searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:/.test(endpoint)))
    throw new Error('has an invalid endpoint; use an address such as https://storage.example.com')
  const pathStyle = searchParams.get('pathStyle') ?? (endpoint === undefined ? 'false' : 'true')
  if (pathStyle !== 'true' && pathStyle !== 'false')
    throw new Error('has an invalid pathStyle; use true or false')
  const prefix = decodeURIComponent(pathname).replaceAll(/^\/+|(?<!\/)\/+$/g, '')
  return {
    kind: 's3',
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    pathStyle: pathStyle === 'true',
  }
}

/** Where file contents are stored, and how large they may be. */
export const fileSettings = {
  ATRIUM_BLOBS_URL: setting(
    'file:./data/blobs',
    'file:<folder> | s3://bucket/prefix?endpoint=…&region=…&pathStyle=…',
    'Where file contents are stored: a folder, or a bucket of any S3-compatible store. Credentials are read as the AWS tools do (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and so on). With an endpoint, `pathStyle` defaults to true. Empty: `blobs` in the data folder.',
    blobAddress,
  ),
  ATRIUM_FILE_LIMIT: setting(
    '5368709120',
    'bytes',
    'The largest size of one file.',
    whole(1, 1_000_000_000_000),
  ),
  ATRIUM_ZIP_LIMIT: setting(
    '21474836480',
    'bytes',
    'The most bytes that a folder may contain to be downloaded as a ZIP archive. A company can set a lower limit.',
    whole(1, 999_999_999_999_999),
  ),
  ATRIUM_COMPANY_QUOTA: setting(
    '0',
    'bytes',
    'The total size of all file contents of a company, each counted once; 0 means no limit.',
    whole(0, 999_999_999_999_999),
  ),
  ATRIUM_UNCLAIMED_UPLOADS: setting(
    '100',
    '1–1000000',
    'Uploads that one person may have in progress or waiting to become files.',
    whole(1, 1_000_000),
  ),
  ATRIUM_UNCLAIMED_BYTES: setting(
    '10737418240',
    'bytes',
    'The total size of those uploads. One file of `ATRIUM_FILE_LIMIT` is always allowed.',
    whole(1, 999_999_999_999_999),
  ),
  ATRIUM_UPLOAD_RATE: setting(
    '1000',
    'bytes per second',
    'An upload that is slower than this for 60 seconds is ended; 0 disables this limit.',
    whole(0, 1_000_000_000),
  ),
} as const satisfies Record<string, Setting<unknown>>
