import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { demandPlace, openPdf, type Pdfium } from './pdfium.ts'

/** The longer side of a preview, and of a page that somebody reads. */
const side = 512
const pageSide = 1_600
/** Larger images are not opened: a decoder may need 20 bytes for each pixel. */
const mostPixels = 50_000_000

/** The decoders that may run; sharp chooses one by the content. None for SVG, which can contain scripts. */
const decoders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Tiff']

/** Runs in the preview process: reads content from one stream and writes a WebP image to the other. */
export async function drawStream(
  kind: string | undefined,
  from: NodeJS.ReadableStream,
  to: NodeJS.WritableStream,
): Promise<void> {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) })
  sharp.concurrency(1)
  sharp.cache(false)
  const bytes = await buffer(from)
  const [, page] = /^pdf-(\d+)$/.exec(kind ?? '') ?? []
  if (page !== undefined) to.end(await drawPage(bytes, Number(page)))
  else to.end(kind === 'pdf' ? await drawPdf(bytes) : await drawImage(bytes))
}

async function drawImage(bytes: Buffer): Promise<Buffer> {
  return toPreview(sharp(bytes, { limitInputPixels: mostPixels, pages: 1 }).rotate())
}

function toPreview(image: Sharp, longest = side): Promise<Buffer> {
  return image
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
}

interface PdfiumDrawing extends Pdfium {
  FPDF_GetPageCount: (document: number) => number
  FPDF_GetPageWidthF: (page: number) => number
  FPDF_GetPageHeightF: (page: number) => number
  FPDFBitmap_Create: (width: number, height: number, alpha: number) => number
  FPDFBitmap_FillRect: (
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    argb: number,
  ) => void
  FPDF_RenderPageBitmap: (
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ) => void
  FPDFBitmap_GetBuffer: (bitmap: number) => number
}

/** Renders annotations too, and colours in the order that sharp reads. */
const annotationsAndRgba = 0x01 | 0x10

/** Renders the first page. */
async function drawPdf(bytes: Buffer): Promise<Buffer> {
  const { library, document } = await openPdf<PdfiumDrawing>(bytes)
  return toPreview(pictureOf(library, document, 0, 2 * side))
}

/** The number of pages in four bytes, then the page, counted from 1, if there is one of that number. */
async function drawPage(bytes: Buffer, number: number): Promise<Buffer> {
  const { library, document } = await openPdf<PdfiumDrawing>(bytes)
  const count = Buffer.alloc(4)
  const pages = library.FPDF_GetPageCount(document)
  count.writeUInt32BE(pages)
  if (number > pages) return count
  return Buffer.concat([count, await toPreview(pictureOf(library, document, number - 1, pageSide), pageSide)])
}

function pictureOf(library: PdfiumDrawing, document: number, index: number, longest: number): Sharp {
  const page = demandPlace(library.FPDF_LoadPage(document, index))
  const wide = library.FPDF_GetPageWidthF(page)
  const high = library.FPDF_GetPageHeightF(page)
  const scale = Math.min(4, longest / Math.max(wide, high))
  const width = Math.max(1, Math.ceil(wide * scale))
  const height = Math.max(1, Math.ceil(high * scale))
  const bitmap = demandPlace(library.FPDFBitmap_Create(width, height, 0))
  library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff)
  library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, annotationsAndRgba)
  const start = library.FPDFBitmap_GetBuffer(bitmap)
  const pixels = library.pdfium.HEAPU8.subarray(start, start + width * height * 4)
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
}
