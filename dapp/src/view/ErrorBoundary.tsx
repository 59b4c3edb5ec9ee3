import { Component, type ReactNode } from 'react';
import { describeFailure } from '../wallet/failure';
import { Broken } from './Broken';

type Props = { readonly children: ReactNode };
type State = { readonly error: unknown };

/** Shows an error of drawing and a way on, where the page would stay white. React takes a class only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const { message, words } = describeFailure(this.state.error);
    return <Broken reason={words?.message ?? message} />;
  }
}
