import { isDeepStrictEqual } from 'node:util';
import { type Mishap, mishapBorder, recordingBorder } from '../node/crossings';
import { type Border, openModule } from '../wallet/openModule';
import {
  type Recorded,
  readAll,
  recordedStates,
  wholeAccount,
  wholeRecords,
} from '../wallet/recordedStates';
import { isTaken, type listFaults } from './faults';

const open = (state: Recorded, border?: Border) =>
  openModule({ stored: { plain: structuredClone(state) }, ...(border && { border }) });

/** Opens all nouns of the state; an error is what a mishap leaves. */
const read = async (opened: ReturnType<typeof openModule>): Promise<unknown> =>
  readAll(opened).catch((error: unknown) => error);

/** Interrupts the migration of each recorded state at each crossing. */
export async function killMigrations(
  mishaps: readonly Mishap[],
  { about }: ReturnType<typeof listFaults>,
  extent: number,
): Promise<{ cases: number; sent: number }> {
  let cases = 0;
  for (const state of recordedStates)
    for (const mishap of mishaps) {
      const { border, requests } = recordingBorder();
      await read(open(state, border));
      for (let number = 1; number <= requests.length; number += 1) {
        if (!isTaken(number, extent)) continue;
        cases += 1;
        const { check } = about(`migration of version ${state.version}, ${mishap} at ${number}`);
        const interrupted = open(state, mishapBorder(mishap, number));
        await read(interrupted);
        const all = await read(openModule({ stored: interrupted.state }));
        const { account, ...others } = all as Awaited<ReturnType<typeof readAll>>;
        check(isDeepStrictEqual(others, wholeRecords), 'something is lost');
        const { addressIndex, addressClass } = account ?? {};
        check(isDeepStrictEqual({ addressIndex, addressClass }, wholeAccount), 'no account');
      }
    }
  return { cases, sent: 0 };
}
