/**
 * Account classes from which the module derives addresses, with their display names.
 * `src/starknet/accounts/classes/` has one file for each.
 */
export const derivedClassLabels = {
  argent040: 'Argent 0.4.0',
  argent031: 'Argent 0.3.1',
  argent024: 'Argent 0.2.4',
  openZeppelin100: 'OpenZeppelin 1.0.0',
  braavos110: 'Braavos 1.1.0',
  braavos100: 'Braavos 1.0.0',
  braavosCairo0: 'Braavos (Cairo 0)',
  argent022: 'Argent 0.2.2',
} as const;

export type DerivedClassName = keyof typeof derivedClassLabels;

/**
 * Display names of the classes that an account can have on chain. `braavos`: any class that a
 * Braavos account has after its deployment. `other`: unknown to the module.
 */
export const accountClassLabels = {
  ...derivedClassLabels,
  braavos: 'Braavos',
  other: 'Another account class',
} as const;

export type OnChainClassName = keyof typeof accountClassLabels;

export const ACCOUNT_NAME_LIMIT = 32;

/**
 * Name of an account until its user names it: its number, and its class unless it is the current
 * one, since an index has one account of each class.
 */
export const defaultName = (addressIndex: number, ofClass?: OnChainClassName): string =>
  [`Account ${addressIndex + 1}`, ...(ofClass ? [accountClassLabels[ofClass]] : [])]
    .join(', ')
    .slice(0, ACCOUNT_NAME_LIMIT);
