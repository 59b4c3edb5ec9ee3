import { expect } from '@jest/globals';
import type { Entries, Outcome } from './form';
import type { Scene } from './formScene';

export type FormCase = {
  /** Only the companion site may call it. */
  companion?: true;
  /** Texts that replace the sample's. */
  fill?: (scene: Scene) => Entries | Promise<Entries>;
  /** Fails if the page shows a wrong outcome. `dialogs` holds the dialogs' texts. */
  check: (outcome: Outcome, scene: Scene, dialogs: readonly string[]) => void | Promise<void>;
};

export type FormCases = { readonly [method: string]: FormCase };

export const replies = (expected: unknown) => (outcome: Outcome) =>
  expect(outcome).toEqual({ reply: expected });
export const refuses = (kind: string, code: number) => (outcome: Outcome) =>
  expect(outcome).toEqual({ error: { kind, code } });
export const createReply = <T>(outcome: Outcome): T => {
  if ('error' in outcome) throw new Error(`An error: ${JSON.stringify(outcome.error)}`);
  return outcome.reply as T;
};
