import { Component, type ReactNode } from 'react';
import { Trouble } from './trouble.tsx';

interface ErrorBoundaryState {
  readonly error: Error | null;
}

/** One broken screen leaves the shell and the other tabs alive. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: Error): ErrorBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? <Trouble error={this.state.error} /> : this.props.children;
  }
}
