import { expect, it } from '@jest/globals';
import { startTimer } from '@xnet/clients/transport/policy';
import { dialogsOf } from './dialogs';

it('tells the user no more than wallets show, and says how much was left out', async () => {
  const notices: string[] = [];
  // Of a wallet, only its notifications.
  const request = async ({ params }: { params: { message: string } }) => {
    notices.push(params.message);
  };
  const texts = async () => ({ 'home.settled': '{what}: {how}' });
  const dialogs = dialogsOf({ request } as never, texts, startTimer);
  const call = { say: 'home.settled', with: { what: 'Call', how: 'Rejected' } } as const;
  await dialogs.notify(call);
  const reason = 'because '.repeat(30);
  const nested = { say: 'home.settled', with: { what: reason, how: reason } } as const;
  await dialogs.notify({ say: 'home.settled', with: { what: nested, how: nested } });
  const [short, long = ''] = notices;
  expect(short).toBe('Call: Rejected');
  expect(long).toMatch(/^because .* … \+\d+ characters$/u);
  expect(long.replace(/ … \+\d+ characters$/u, '')).toHaveLength(480);
});
