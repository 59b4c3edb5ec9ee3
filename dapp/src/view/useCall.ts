import { useRef, useState } from 'react';
import { describeFailure, type Failure } from '../wallet/failure';
import { useApp } from './AppContext';

export type Call =
  | { readonly state: 'idle' }
  | { readonly state: 'busy' }
  | { readonly state: 'reply'; readonly result: unknown; readonly time: Time }
  | { readonly state: 'error'; readonly failure: Failure };

/** Duration; if the user was asked, the time until then. */
export type Time = { readonly milliseconds: number; readonly wasAsked: boolean };

/** Runs one call of a form at a time and keeps the outcome of the newest. */
export function useCall() {
  const { session, noteReply, approval } = useApp();
  const [call, setCall] = useState<Call>({ state: 'idle' });
  const newestCall = useRef(0);

  async function send(method: string, params: unknown): Promise<void> {
    newestCall.current += 1;
    const ownCall = newestCall.current;
    const show = (next: Call) => newestCall.current === ownCall && setCall(next);
    show({ state: 'busy' });
    const startedAt = performance.now();
    try {
      const result = await session.send(method, params);
      const { askedAt } = approval.get();
      const wasAsked = askedAt !== null && askedAt >= startedAt;
      const endedAt = wasAsked ? askedAt : performance.now();
      const time = { milliseconds: Math.round(endedAt - startedAt), wasAsked };
      show({ state: 'reply', result, time });
      await noteReply(method, params, result);
    } catch (error) {
      show({ state: 'error', failure: describeFailure(error) });
    }
  }

  /** Shows why nothing could be sent. */
  function refuse(failure: Failure): void {
    newestCall.current += 1;
    setCall({ state: 'error', failure });
  }

  /** Clears the outcome of an earlier call. */
  function clear(): void {
    newestCall.current += 1;
    setCall({ state: 'idle' });
  }

  return { call, send, refuse, clear };
}
