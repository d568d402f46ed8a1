import { Suspense } from 'react'
import { lazyPart } from '../site/load-when-back.ts'

const Markdown = lazyPart(async () => (await import('./markdown.tsx')).Markdown)

/** Text in Markdown. The code that reads it is loaded with the first text; until then the text is shown as it is. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p>{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  )
}
