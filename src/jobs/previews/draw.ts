import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'

/** The longer side of a preview. */
const side = 512
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
  to.end(kind === 'pdf' ? await drawPdf(bytes) : await drawImage(bytes))
}

async function drawImage(bytes: Buffer): Promise<Buffer> {
  return toPreview(sharp(bytes, { limitInputPixels: mostPixels, pages: 1 }).rotate())
}

function toPreview(image: Sharp): Promise<Buffer> {
  return image
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
}

/** The part of PDFium that this file uses; numbers stand for places in its memory. */
interface Pdfium {
  pdfium: { HEAPU8: Uint8Array; wasmExports: { malloc: (bytes: number) => number } }
  PDFiumExt_Init: () => void
  FPDF_LoadMemDocument: (bytes: number, length: number, password: string) => number
  FPDF_LoadPage: (document: number, index: number) => number
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

/** Draws annotations too, and colours in the order that sharp reads. */
const annotationsAndRgba = 0x01 | 0x10

/** Draws the first page. PDFium is compiled without scripts, and WebAssembly reaches no file and no network. */
async function drawPdf(bytes: Buffer): Promise<Buffer> {
  const { init } = await import('@embedpdf/pdfium')
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  // Its types need those of Emscripten.
  const library = (await init({ wasmBinary })) as unknown as Pdfium
  library.PDFiumExt_Init()
  const content = demandPlace(library.pdfium.wasmExports.malloc(bytes.length))
  library.pdfium.HEAPU8.set(bytes, content)
  const document = demandPlace(library.FPDF_LoadMemDocument(content, bytes.length, ''))
  const page = demandPlace(library.FPDF_LoadPage(document, 0))
  const wide = library.FPDF_GetPageWidthF(page)
  const high = library.FPDF_GetPageHeightF(page)
  const scale = Math.min(4, (2 * side) / Math.max(wide, high))
  const width = Math.max(1, Math.ceil(wide * scale))
  const height = Math.max(1, Math.ceil(high * scale))
  const bitmap = demandPlace(library.FPDFBitmap_Create(width, height, 0))
  library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff)
  library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, annotationsAndRgba)
  const start = library.FPDFBitmap_GetBuffer(bitmap)
  const pixels = library.pdfium.HEAPU8.subarray(start, start + width * height * 4)
  return toPreview(sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha())
}

/** PDFium returns zero for what it cannot read or has no memory for. */
function demandPlace(place: number): number {
  if (place === 0) throw new Error('PDFium cannot read this document')
  return place
}
