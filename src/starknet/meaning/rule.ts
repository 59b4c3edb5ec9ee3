import type { ChainId } from '../../schema/primitives';
import type { DecodedCall } from '../abi/abi';
import type { Form, Part } from './form';
import type { KnownContract } from './knownContracts';
import type { Act, Quantity, Told } from './meaning';

/** A call as the rules see it; addresses in 64 digits. */
export type Scene = {
  readonly contract: string;
  readonly calldata: readonly string[];
  /** That makes the call. */
  readonly account: string;
  readonly chainId: ChainId;
  readonly known: KnownContract | undefined;
  readonly decoded: DecodedCall | null;
  /** What is in the list or variant at this place of the form. */
  readonly within: (index: number) => readonly Part[];
};

/**
 * What a call of a form means: `tell` gets the scene and the values of the form one by one (empty
 * for lists), and gives undefined where they are of another meaning after all.
 *
 * Where it holds: kinds of known contracts; `own` for calls of the account to itself; `abi` where a
 * form could be mistaken for another, so that the contract's ABI has to name these types; nothing
 * for a standard, which any contract may keep to.
 */
export type Rule = readonly [form: Form, tell: Tell, where?: string | undefined];
export type Tell = (scene: Scene, ...values: string[]) => Told | undefined;

/** By entry point in snake_case. */
export type Family = Readonly<Record<string, readonly Rule[]>>;

/** `{ to }` only where somebody else than the account gets it. */
export const toOther = ({ account }: Scene, to: string): { to?: string } =>
  to === account ? {} : { to };

export const own = ({ account, contract }: Scene): { own?: true } =>
  contract === account ? { own: true } : {};

export const quantity = (token: string, amount: string): Quantity => ({ token, amount });

/** An act of this contract; `more` is what it is about. */
export const actOf = (
  scene: Scene,
  act: Act,
  more: Partial<Extract<Told, { kind: 'act' }>> = {},
  ...quantities: Quantity[]
): Told => {
  const { contract, known } = scene;
  const name = known?.name ?? null;
  return { kind: 'act', contract, name, act, quantities, ...own(scene), ...more };
};
