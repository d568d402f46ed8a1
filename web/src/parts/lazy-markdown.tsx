import { lazyPart } from '../site/load-when-back.ts'
import { UntilLoaded } from './until-loaded.tsx'

const Markdown = lazyPart(async () => (await import('./markdown.tsx')).Markdown)

/** Text in Markdown. The code that reads it is loaded with the first text; until then the text is shown as it is. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <UntilLoaded fallback={<p>{text}</p>}>
      <Markdown text={text} />
    </UntilLoaded>
  )
}
