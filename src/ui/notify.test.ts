import { expect, it } from '@jest/globals';
import { startTimer } from '@xnet/clients/transport/policy';
import { dialogsOf } from './dialogs';

it('tells the user no more than wallets show, and says how much was left out', async () => {
  const notices: string[] = [];
  // Of a wallet, only its notifications.
  const request = async ({ params }: { params: { message: string } }) => {
    notices.push(params.message);
  };
  const texts = async () => ({ 'review.labelled': '{label}: {value}' });
  const dialogs = dialogsOf({ request } as never, texts, startTimer);
  const call = { say: 'review.labelled', with: { label: 'Call', value: 'Rejected' } } as const;
  await dialogs.notify(call);
  const reason = 'because '.repeat(30);
  const nested = { say: 'review.labelled', with: { label: reason, value: reason } } as const;
  await dialogs.notify({ say: 'review.labelled', with: { label: nested, value: nested } });
  const [short, long = ''] = notices;
  expect(short).toBe('Call: Rejected');
  expect(long).toMatch(/^because .* … \+\d+$/u);
  expect(long.replace(/ … \+\d+$/u, '')).toHaveLength(480);
});
