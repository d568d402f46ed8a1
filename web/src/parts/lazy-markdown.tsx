import { lazy, Suspense } from 'react'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** Text in Markdown. The code that reads it is loaded with the first text; until then the text is shown as it is. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p>{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  )
}
