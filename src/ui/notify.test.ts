import { expect, it } from '@jest/globals';
import { startTimer } from '@xnet/clients/transport/policy';
import { createDialogs } from './dialogs';
import type { Label } from './text/words';

/** What wallets get of these labels. */
async function told(...labels: Label[]): Promise<string[]> {
  const notices: string[] = [];
  // Of a wallet, only its notifications.
  const request = async ({ params }: { params: { message: string } }) => {
    notices.push(params.message);
  };
  const texts = async () => ({ 'review.labelled': '{label}: {value}' });
  const dialogs = createDialogs({ request } as never, texts, startTimer);
  for (const label of labels) await dialogs.notify(label);
  return notices;
}

// @promise T3.3
it('shows no markup, whoever names a token or a function', async () => {
  const named = (label: string): Label => ({
    say: 'review.labelled',
    with: { label, value: 'Accepted' },
  });
  const texts = [
    'Send 5 [USDC](https://a.io)',
    '**STRK**',
    '`code` <b> # ~x~ |',
    '_sent_ \\_ok',
    'Call do_something_now',
  ];
  expect(await told(...texts.map(named))).toEqual([
    'Send 5 USDC(https://a.io): Accepted',
    'STRK: Accepted',
    'code b  x : Accepted',
    'sent ok: Accepted',
    'Call do_something_now: Accepted',
  ]);
});

// @promise T2.1
it('shows no more than wallets do, and how much was left out', async () => {
  const call = { say: 'review.labelled', with: { label: 'Call', value: 'Rejected' } } as const;
  const reason = 'because '.repeat(30);
  const nested = { say: 'review.labelled', with: { label: reason, value: reason } } as const;
  const both = { say: 'review.labelled', with: { label: nested, value: nested } } as const;
  const [short, long = ''] = await told(call, both);
  expect(short).toBe('Call: Rejected');
  expect(long).toMatch(/^because .* … \+\d+$/u);
  expect(long.replace(/ … \+\d+$/u, '')).toHaveLength(480);
});
