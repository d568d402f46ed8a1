import { deflateRawSync } from 'node:zlib'

interface Part {
  name: string
  content: Buffer | string
  /** The size that the archive claims. */
  declared?: number
}

export function zipOf(parts: readonly Part[]): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, declared } of parts) {
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(declared ?? content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([
      Buffer.from('PK\x01\x02\x14\0', 'latin1'),
      fields,
      Buffer.alloc(10),
      Buffer.alloc(4),
      Buffer.from(name),
    ])
    entry.writeUInt32LE(at, 42)
    directory.push(entry)
    const whole = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    local.push(whole)
    at += whole.length
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...directory, end])
}

export const word = (text: string): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: `<w:document><w:body>${text}</w:body></w:document>` },
  ])

export const paragraph = (...runs: readonly string[]): string =>
  `<w:p>${runs.map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`

/** A page with these words. */
export const pdf = (text: string): Buffer => {
  const drawing = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${drawing.length}>>stream
${drawing}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`)
}

/** 200 MB of spaces in 200 kB. */
export const bomb = (): Buffer =>
  zipOf([{ name: 'word/document.xml', content: Buffer.alloc(200_000_000, ' '), declared: 100 }])
