import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { PageHead } from '../parts/page-head.tsx'
import { Empty } from '../parts/states.tsx'
import { texts } from '../texts/texts.ts'
import { OutsideFrame } from './outside-frame.tsx'

const { states: words } = texts

/** For addresses that no page has. */
export function NotFound() {
  return (
    <>
      <PageHead title={words.notFound} />
      <Empty title={words.notFoundHint} action={<HomeLink />} />
    </>
  )
}

/** The same for people who are not signed in. */
export function NotFoundOutside() {
  return (
    <OutsideFrame title={words.notFound} lead={words.notFoundHint}>
      <HomeLink />
    </OutsideFrame>
  )
}

function HomeLink() {
  return (
    <Button component={Link} href="/" variant="default" style={{ alignSelf: 'flex-start' }}>
      {words.goHome}
    </Button>
  )
}
