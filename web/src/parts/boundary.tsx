import { Component, type ReactNode } from 'react'
import { Failed } from './states.tsx'

interface BoundaryProps {
  /** Where one is: elsewhere, one begins anew. */
  at: string
  children: ReactNode
}

/** A fault in a page is said in its place, and all around it goes on. */
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
