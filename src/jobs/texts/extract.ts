import { buffer } from 'node:stream/consumers'
import { textOfHtml, textOfOfficeXml } from './markup.ts'
import { textOfPdf } from './pdf.ts'
import { decoded, mostCharacters, tidied } from './plain.ts'
import { ZipParts } from './zip.ts'

/** Runs in the preview process: reads content from one stream and writes its text to the other. */
export async function extractStream(
  kind: string | undefined,
  from: NodeJS.ReadableStream,
  to: NodeJS.WritableStream,
): Promise<void> {
  to.end(await extractText(kind, await buffer(from)))
}

export async function extractText(kind: string | undefined, bytes: Buffer): Promise<string> {
  const text = await readers[kind ?? '']?.(bytes)
  if (text === undefined) throw new Error('This kind of content has no text.')
  return tidied(text)
}

const readers: Readonly<Record<string, (bytes: Buffer) => string | Promise<string>>> = {
  plain: decoded,
  html: (bytes) => textOfHtml(decoded(bytes), mostCharacters),
  office: textOfOffice,
  pdf: (bytes) => textOfPdf(bytes, mostCharacters),
}

/** The parts of Word, PowerPoint and Excel documents that have text, in reading order. */
const officeParts = [
  /^word\/document\.xml$/,
  /^word\/(?:footnotes|endnotes|comments)\.xml$/,
  /^word\/(?:header|footer)\d{0,6}\.xml$/,
  /^ppt\/slides\/slide\d{1,6}\.xml$/,
  /^ppt\/notesSlides\/notesSlide\d{1,6}\.xml$/,
  /^xl\/sharedStrings\.xml$/,
  /^xl\/worksheets\/sheet\d{1,6}\.xml$/,
]

function textOfOffice(bytes: Buffer): string {
  const zip = new ZipParts(bytes)
  const names = zip.names
  const texts: string[] = []
  let length = 0
  for (const part of officeParts)
    for (const name of names.filter((each) => part.test(each)).toSorted(byNumber)) {
      const text = textOfOfficeXml(zip.read(name).toString('utf8'), mostCharacters)
      texts.push(text)
      length += text.length
      if (length > mostCharacters) return texts.join(' ')
    }
  return texts.join(' ')
}

/** The tenth slide follows the ninth. */
const byNumber = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1)
