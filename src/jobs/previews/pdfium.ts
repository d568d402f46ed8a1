import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The part of PDFium that opens a document; numbers stand for places in its memory. */
export interface Pdfium {
  pdfium: { HEAPU8: Uint8Array; wasmExports: { malloc: (bytes: number) => number } }
  PDFiumExt_Init: () => void
  FPDF_LoadMemDocument: (bytes: number, length: number, password: string) => number
  FPDF_LoadPage: (document: number, index: number) => number
}

/** PDFium is compiled without scripts, and WebAssembly reaches no file and no network. */
export async function openPdf<P extends Pdfium>(bytes: Buffer): Promise<{ library: P; document: number }> {
  const { init } = await import('@embedpdf/pdfium')
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  // Its types need those of Emscripten.
  const library = (await init({ wasmBinary })) as unknown as P
  library.PDFiumExt_Init()
  const content = demandPlace(library.pdfium.wasmExports.malloc(bytes.length))
  library.pdfium.HEAPU8.set(bytes, content)
  return { library, document: demandPlace(library.FPDF_LoadMemDocument(content, bytes.length, '')) }
}

/** PDFium returns zero for what it cannot read or has no memory for. */
export function demandPlace(place: number): number {
  if (place === 0) throw new Error('PDFium cannot read this document')
  return place
}
