import { CannotUndo, type Undo } from '../api/undo.ts'

/** The notices of a failure. */
interface FailureNotices {
  failed: (error: unknown) => void
  refused: (error: unknown, retry: () => void) => void
}

/** Takes an act back. If that fails, a notice reports it and offers to try again where that can help. */
export function takeBack(undo: Undo, notices: FailureNotices, onDone: () => void = () => undefined): void {
  undo().then(onDone, (error: unknown) => {
    if (error instanceof CannotUndo) notices.failed(error)
    else notices.refused(error, () => takeBack(undo, notices, onDone))
  })
}
