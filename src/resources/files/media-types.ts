import { isMediaType } from '../../schema/fields/text.ts'

/** Media types by file extension, for uploads without a useful `Content-Type`. */
const byEnding: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  gif: 'image/gif',
  gz: 'application/gzip',
  heic: 'image/heic',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

const unknown = 'application/octet-stream'
/** Defaults that HTTP clients send without knowing the type. */
const meaningless = [unknown, 'application/x-www-form-urlencoded']

/**
 * The media type of a file: detected from its bytes if possible (`recognized`); otherwise the type that was sent, unless
 * it is a meaningless default.
 */
export function mediaTypeOf(header: string | undefined, fileName: string, recognized?: string): string {
  if (recognized !== undefined) return recognized
  const sent = (header ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (isMediaType(sent) && !meaningless.includes(sent)) return sent
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(byEnding, ending) ? (byEnding[ending] ?? unknown) : unknown
}
