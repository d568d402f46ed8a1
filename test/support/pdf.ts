/** A PDF with this many pages; the first is red. */
export function pdfOf(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, n) => `${n + 4} 0 R`)
  const red = '1 0 0 rg 0 0 200 300 re f'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    `<< /Length ${red.length} >>\nstream\n${red}\nendstream`,
    ...kids.map(
      (_, n) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] ${n === 0 ? '/Contents 3 0 R ' : ''}>>`,
    ),
  ]
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`)
}
