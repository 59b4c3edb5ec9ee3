import type { DerivedClassName } from '../../schema/accountClass';
import { sameFelt } from '../../schema/primitives';
import { getSelector } from '../selector';
import { accountClasses, findClassName } from './classes';

type Called = {
  readonly to: string;
  readonly selector: string;
  readonly calldata: readonly string[];
};

/**
 * The class of another family that one of the calls would install at the account's own address;
 * undefined if there is none. A class that this module does not know may be of any family.
 */
export function foreignUpgrade(
  { address, addressClass }: { address: string; addressClass: DerivedClassName },
  calls: readonly Called[],
): DerivedClassName | undefined {
  const { family } = accountClasses[addressClass];
  const installed = calls.flatMap(({ to, selector, calldata: [classHash] }) => {
    if (
      classHash !== undefined &&
      sameFelt(to, address) &&
      upgrades.some((one) => sameFelt(selector, one))
    )
      return findClassName(classHash) ?? [];
    return [];
  });
  return installed.find((kind) => accountClasses[kind].family !== family);
}

/** Functions that replace an account's class; the first felt is the new class. */
const upgrades = ['upgrade', 'upgrade_regenesis'].map(getSelector);
