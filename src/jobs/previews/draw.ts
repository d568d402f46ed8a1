import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** The longer side of a preview. */
const side = 512
/** A picture that says it is larger is not opened. */
const mostPixels = 100_000_000

/** What the process of a preview does: it reads content and writes a picture (WebP). */
export async function drawStream(
  kind: string | undefined,
  from: NodeJS.ReadableStream,
  to: NodeJS.WritableStream,
): Promise<void> {
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

/** What is used of the canvas that the package brings. */
interface Drawing {
  canvas: { toBuffer: (type: 'image/png') => Buffer }
  context: object
}

/** The first page. Nothing is fetched, and no script of the document runs. */
async function drawPdf(bytes: Buffer): Promise<Buffer> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const folder = new URL('../../', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'))
  const loading = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useSystemFonts: false,
    disableAutoFetch: true,
    stopAtErrors: false,
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
  // The package means a browser's canvas, and draws on its own alike.
  await page.render(target as unknown as Parameters<typeof page.render>[0]).promise
  return drawImage(drawing.canvas.toBuffer('image/png'))
}
