import { Component, type ReactNode } from 'react'
import { Failed } from './states.tsx'

interface BoundaryProps {
  /** The current address; another one clears the error. */
  at: string
  children: ReactNode
}

/** Shows an error in place of a page that fails, and keeps the rest of the application alive. */
export class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override componentDidUpdate({ at }: BoundaryProps): void {
    if (at !== this.props.at && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Failed error={error} retry={() => window.location.reload()} />
  }
}
