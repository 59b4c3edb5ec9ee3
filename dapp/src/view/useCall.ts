import { useRef, useState } from 'react';
import { describeFailure, type Failure } from '../wallet/failure';
import { useApp } from './AppContext';

export type Call =
  | { readonly state: 'idle' }
  | { readonly state: 'busy' }
  | { readonly state: 'reply'; readonly result: unknown; readonly milliseconds: number }
  | { readonly state: 'error'; readonly failure: Failure };

/** One call at a time of a form, and what came of the newest. */
export function useCall() {
  const { session, noteReply } = useApp();
  const [call, setCall] = useState<Call>({ state: 'idle' });
  const newest = useRef(0);

  async function send(method: string, params: unknown): Promise<void> {
    newest.current += 1;
    const mine = newest.current;
    const show = (next: Call) => newest.current === mine && setCall(next);
    show({ state: 'busy' });
    const startedAt = performance.now();
    try {
      const result = await session.invoke(method, params);
      show({ state: 'reply', result, milliseconds: Math.round(performance.now() - startedAt) });
      await noteReply(method, params, result);
    } catch (error) {
      show({ state: 'error', failure: describeFailure(error) });
    }
  }

  /** Takes away what an earlier call showed. */
  function clear(): void {
    newest.current += 1;
    setCall({ state: 'idle' });
  }

  return { call, send, clear };
}
