import { demandPlace, openPdf, type Pdfium } from '../previews/pdfium.ts'

const mostPages = 1_000

interface PdfiumText extends Pdfium {
  FPDF_GetPageCount: (document: number) => number
  FPDF_ClosePage: (page: number) => void
  FPDFText_LoadPage: (page: number) => number
  FPDFText_ClosePage: (text: number) => void
  FPDFText_CountChars: (text: number) => number
  FPDFText_GetText: (text: number, start: number, count: number, result: number) => number
}

/** The text of the first pages. */
export async function textOfPdf(bytes: Buffer, most: number): Promise<string> {
  const { library, document } = await openPdf<PdfiumText>(bytes)
  const room = demandPlace(library.pdfium.wasmExports.malloc(2 * (most + 1)))
  const pages = Math.min(mostPages, library.FPDF_GetPageCount(document))
  const texts: string[] = []
  for (let n = 0, length = 0; n < pages && length < most; n += 1) {
    const page = library.FPDF_LoadPage(document, n)
    // One damaged page does not hide the others.
    if (page === 0) continue
    const content = library.FPDFText_LoadPage(page)
    const count = content === 0 ? 0 : Math.min(most, library.FPDFText_CountChars(content))
    if (count > 0) {
      // The result counts the terminator.
      const written = library.FPDFText_GetText(content, 0, count, room)
      const text = Buffer.from(library.pdfium.HEAPU8.subarray(room, room + 2 * Math.max(0, written - 1)))
      texts.push(text.toString('utf16le'))
      length += count
    }
    if (content !== 0) library.FPDFText_ClosePage(content)
    library.FPDF_ClosePage(page)
  }
  return texts.join(' ')
}
