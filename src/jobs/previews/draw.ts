import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** The longer side of a preview. */
const side = 512
/** Larger images are not opened: a decoder may need 10 bytes for each pixel. */
const mostPixels = 50_000_000
/** The same for the images in a PDF, which is drawn by scripts. */
const mostPixelsInPdf = 16_000_000

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
  return sharp(bytes, { limitInputPixels: mostPixels, pages: 1 })
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
}

/** The part of the package's canvas that this file uses. */
interface Drawing {
  canvas: { toBuffer: (type: 'image/png') => Buffer }
  context: object
}

/** Draws the first page. Fetches nothing and runs none of the document's scripts. */
async function drawPdf(bytes: Buffer): Promise<Buffer> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const folder = new URL('../../', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'))
  const loading = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useSystemFonts: false,
    disableAutoFetch: true,
    stopAtErrors: false,
    maxImageSize: mostPixelsInPdf,
    canvasMaxAreaInBytes: mostPixelsInPdf * 4,
    standardFontDataUrl: fileURLToPath(new URL('standard_fonts/', folder)),
    cMapUrl: fileURLToPath(new URL('cmaps/', folder)),
    verbosity: 0,
  })
  const document = await loading.promise
  const page = await document.getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(4, (2 * side) / Math.max(width, height)) })
  const factory = document.canvasFactory as { create: (width: number, height: number) => Drawing }
  const drawing = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const target = { canvas: drawing.canvas, canvasContext: drawing.context, viewport }
  // The types expect a browser's canvas; the package's own works as well.
  await page.render(target as unknown as Parameters<typeof page.render>[0]).promise
  return drawImage(drawing.canvas.toBuffer('image/png'))
}
