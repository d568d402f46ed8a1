import { test } from 'vitest'
import { useGuide } from '../support/guide.ts'

const runExample = useGuide()

test('Node', async () => {
  await runExample(process.execPath, { language: 'js', containing: 'createSign', as: 'first.mjs' })
})
