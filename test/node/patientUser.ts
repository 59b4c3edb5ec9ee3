import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import type { User } from '../wallet/fakeWallet';
import { readDialog, type Shown } from './readDialog';

export type Asked = { shown: Shown; answer(yes: boolean): void };

/** A user who leaves dialogs open until the test answers them, in any order. */
export function patientUser() {
  const open: Asked[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const user: User = (dialog: JSXElement) =>
    new Promise((answer) => {
      open.push({ shown: readDialog(dialog), answer });
      for (const waiter of waiting.filter(({ count }) => open.length >= count)) waiter.done();
    });
  return {
    user,
    /** Every dialog so far, in order of appearance. */
    open,
    /** Resolves with the dialog of that number, from 1, once it is shown. */
    async dialog(number: number): Promise<Asked> {
      if (open.length < number)
        await new Promise<void>((done) => {
          waiting.push({ count: number, done });
        });
      const asked = open[number - 1];
      if (!asked) throw new Error(`There is no dialog ${number}.`);
      return asked;
    },
  };
}
