/** An AVIF of one colour and 49 megapixels: 1.5 kB that take almost a gigabyte to decode. */
export const hugeAvif = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAABPcAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgT8CAAAAABRpc3BlAAAAAAAAG1gAABtYAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAT/bWRhdBIACgo/8zavtXaQENBpMuYJE5iExcnTTTTCxsCAAGfPyir3GXnqynrc7nqtru1jvOc9yAWKOchOYaXOou0op3rLAHb2gpinpc6ZPgi8xzWdZjQK4wK6w8h+PqNq4Zjdi9a20Zqa5bd7Va1eNiYKmX7uBITBzIsJuSn/NgBHgZG4d/6c9uxZgKfPyir3GXnqynrc7nqtru1jvIW8BjcwnikDWF0LqOfDHytEs6i10FW5Cc810F/48SEBLFqud67KfzhvfrmZ8DXaAlIQI4f68PUhalCjuaglRKH7RbP3/CnYnkQ/WyxlWpgBZ0FqbiJ6dzxDv42RByw0NT2avp6lIdltEUZV2n7jtAcwD9f8B9b4Qu42TnQMUDjFmzcnaxdeXUX6OdZdt8hkvNELaFj/vuBkz8oq9xl56sp63O56ra7tYUwh1tv1c19q/U3bEvq/7kJo4CZLcCeRer3jNkO7GYaDc+D6Y/Mwjc0GEtuWyOOwKlEMSlNFOqqh5bW4GDAl5L9hD9KwxF+RD2IAgmhstGhWctM3FQOdz8opEspd37D3Axibz4ztccwur7LsF7V16qZ8mjXeBqXTUW2RyyP/O8Q5X/X+Pc8UuEaZlEKtUebn2aeKeGT4eXPqrtkdfTHtEm9IadlhXKqgLs65uu6uoyvVchU1AoC5xlEsNnCYpxAY21Oo2w7Ic2INEr/R0gACMVE69Jg/2Bn9/iGvSn00jd4dQzf49bXni5WODTXEH7nRwWRNkKBkz8oq9xl56sp63O56ra7tYUwh1tv1c19q/U3bEvq/7kJo4CZLcCeRer3jNkO7GYaDc+D6Y/Mwjc0GEtuWyOOwKlEMSlNFOqqh5bW4GDAl5L9hD9KwxF+RD2IAgmhstGhWctM3FQOdz8opEspd37D3Axibz4ztccwur7LsF7V16qZ8mjXeBqXTUW2RyyP/O8Q5X/X+Pc8UuEaZlEKtUebn2aeKeGT4eXPqrtkdfTHtEm9IadlhXKqgLs65uu6uoyvVchU1AoC5xlEsNnCYpxAY21Oo2w7Ic2INEr/R0gACMVE69Jg/2Bn9/iGvSn00jd4dQzf49bXni5WODTXEH7nRwWRNkKDLz8oq9xl56sp63O56ra7tYUwh1tv1c19q/U3bEvq/7kJo4CZLcCeRer3jNkO7GYaDc+D6Y/Mwjc0GEtuWyOOwKlEMSlNFOqqh5bW4GDAl5L9hD9KwxF+RD2IAgmhstGhWcvXtIngBD0OvXJupJ6XBtNx9a3WJHErOp7YsNV4aaVuYKiiVy9eds81UhJXM4cEY1S+Wsw8v3TqdadcuqJaBpSn9+xp9cuR9NZscGgfpjWZhVwCpINsodwwG+Z1LlSAQR0+PD8nvLJGMt3Jgz8opEspd37D3Axibz4ztccwur7LsF7V16qZ8mjXeBqXTUW2RyyP/O8Q5X/X+Pc8UuEaZlEKtUebn2aeKeGT4eXPqrtkdfTHtEm9IadlhXKqgLs65uu6uoyvVchU1AoC5xlEsNnCYpxAY21Oo2w7Ic2INEr/R0gACMVE69Jg/2Bn9/iGvSn00jd4dQzf49bXni5WODT2Vxn+eDEzV+eTO9X46VXXou1zN3EGt7wDIBB+WERSvayz1NWKug54d129biJIweWLf2ijLE8zNDFHOZX26wUNG/EFXhdcWikYah828AV6jlqDb64O8oOcQIbxo',
  'base64',
)

const stream = (dictionary: string, content: string): string =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`

/** A PDF of one page, whose contents may use the objects after the first four. */
function pdf(page: string, content: string, objects: readonly string[] = []): string {
  const all = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`,
    stream('', content),
    ...objects,
  ]
  const body = all.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  return `%PDF-1.4\n${body}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\n%%EOF`
}

/** A page as large as a country. */
export const hugePage = pdf(
  '/MediaBox [0 0 14400000 14400000] /UserUnit 75000 /Resources << >>',
  '1 0 0 rg 0 0 9000000 9000000 re f',
)

/** A huge page of groups within groups, each of which needs a bitmap of its own: more than 3 GB. */
export function nestedGroups(depth = 1_000): string {
  const group = (n: number): string =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 1000000 1000000] /Group << /S /Transparency /I true >> /Resources << /XObject << /X ${n + 6} 0 R >> /ExtGState << /G << /ca 0.5 >> >> >>`,
      n === depth - 1 ? '1 0 0 rg 0 0 500000 500000 re f' : '/G gs /X Do',
    )
  return pdf(
    '/MediaBox [0 0 1000000 1000000] /Resources << /XObject << /X 5 0 R >> >>',
    '/X Do',
    Array.from({ length: depth }, (_, n) => group(n)),
  )
}

/** A drawing of filters within filters, which takes minutes. */
export function slowSvg(): string {
  const blurs = '<feGaussianBlur stdDeviation="400"/><feTurbulence numOctaves="9"/>'.repeat(50)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000"><filter id="f">${blurs}</filter><rect width="7000" height="7000" filter="url(#f)"/></svg>`
}
