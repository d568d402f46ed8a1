import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The web application: built into `web/dist`, served by the service under `/app/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Whatever a browser of the last two years understands.
    target: 'es2023',
    reportCompressedSize: false,
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
