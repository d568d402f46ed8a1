import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const source = join(import.meta.dirname, 'src')

/** The pages of people who are not signed in, which load little besides the entry. */
const light = [join(source, 'pages/sign-in/sign-in.tsx')]

const inLight = new Set<string>()

/**
 * The file for what several pages share, because each small file costs a round trip. Undefined: the bundler decides. A
 * file imports only those above it: the entry, packages, parts, records, pages, and then setup or calendar.
 */
function fileOf(id: string, graph: Rolldown.ChunkingContext): string | undefined {
  const add = (each: string): void => {
    if (inLight.has(each)) return
    inLight.add(each)
    graph.getModuleInfo(each)?.importedIds.forEach(add)
  }
  if (inLight.size === 0) light.forEach(add)
  if (inLight.has(id) || !id.startsWith(source)) return undefined
  const [top, folder] = relative(source, id).split(sep)
  if (top !== 'pages') return 'parts'
  // The size of the charts is limited, and few people open the trash, so they stay on their own.
  if (folder === 'reports' || folder === 'trash') return undefined
  return folder === 'records' || folder === 'setup' || folder === 'calendar' ? folder : 'pages'
}

/** Inlines the script that sends the first requests: as a separate file, it would load as late as the application. */
const early: Plugin = {
  name: 'early',
  transformIndexHtml: (html) =>
    html.replace(
      '<!-- src/early.js -->',
      () => `<script>\n${readFileSync(join(source, 'early.js'), 'utf8')}</script>`,
    ),
}

/** The web application: built into `web/dist`, served by the service under `/app/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), early],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'chunks.json',
    // Whatever a browser of the last two years understands.
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 2 },
            { name: fileOf, minShareCount: 2, priority: 1 },
            // A few files, by the pages that use them. Larger ones would hold more than the sign-in page needs.
            {
              name: 'packages',
              test: /node_modules/,
              minShareCount: 8,
              entriesAware: true,
              entriesAwareMergeThreshold: 24_000,
            },
          ],
        },
      },
    },
    // Whoever passes the pages on passes on the notices of the packages in them.
    license: { fileName: 'licenses.md' },
  },
  server: {
    proxy: {
      '^/(v1|auth|search|oauth2|calendar|content|explorer|problems|openapi.json|swagger.json|readyz)':
        'http://localhost:8080',
    },
  },
})
