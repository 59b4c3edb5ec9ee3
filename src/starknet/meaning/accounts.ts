import { type Family, type MeaningRule, ownMark, type Scene, type Tell } from './form';
import type { NamelessMeaning } from './meaning';

type ControlChange = Extract<NamelessMeaning, { kind: 'owner' | 'guardian' }>['change'];

const control =
  (kind: 'owner' | 'guardian', change: ControlChange): Tell =>
  (scene) => ({ kind, contract: scene.contract, change, who: scene.calldata, ...ownMark(scene) });

/** Rules for one entry point of accounts, by the calldata forms of their versions. */
const owner = (change: ControlChange, ...forms: string[]): MeaningRule[] =>
  forms.map((form) => [form, control('owner', change), 'own']);
const guardian = (change: ControlChange, ...forms: string[]): MeaningRule[] =>
  forms.map((form) => [form, control('guardian', change), 'own']);

/**
 * Signer and SignerSignature of argentlabs/argent-contracts-starknet 0.4.0, src/signer: Starknet,
 * Secp256k1, Secp256r1, EIP-191, WebAuthn.
 */
const SIGNER = '{c|c|u|c|[n]uu}';
const SIGNATURE_FORM = '{ccc|cuub|uuub|cuub|[n]uu[n]nnuubn}';

/** None is 0 in versions before 0.4.0, and the variant None, 1, from then on. */
const isNone = ({ calldata: [felt = '', ...excess] }: Scene) =>
  excess.length === 0 && BigInt(felt) < 2n;
const newGuardian = ['c', `{${SIGNER}|}`].map(
  (form): MeaningRule => [
    form,
    (scene) => control('guardian', isNone(scene) ? 'remove' : 'set')(scene),
    'own',
  ],
);

const upgrade: Tell = (scene, classHash) => ({
  kind: 'upgrade',
  contract: scene.contract,
  classHash,
  ...ownMark(scene),
});

/** Changes of an account's signers or code. */
export const accounts: Family = {
  upgrade: [
    ['c', upgrade],
    ['c[c]', upgrade],
  ],

  // Argent: src/multiowner_account, and account-0.3.1, account-0.4.0, multisig-0.2.0, v0.2.3.1
  change_owner: owner('set', 'ccc', SIGNATURE_FORM),
  change_owners: owner('set', `[c][${SIGNER}]{${SIGNATURE_FORM}n|}`),
  change_signer: owner('set', 'c'),
  trigger_escape_owner: owner('recover', 'c', SIGNER),
  trigger_escape_signer: owner('recover', ''),
  escape_owner: owner('recover', ''),
  escape_signer: owner('recover', 'c'),
  cancel_escape: owner('cancel', ''),
  change_guardian: newGuardian,
  change_guardian_backup: newGuardian,
  change_guardians: guardian('set', `[c][${SIGNER}]`),
  trigger_escape_guardian: guardian('recover', '', 'c', `{${SIGNER}|}`),
  escape_guardian: guardian('recover', '', 'c'),
  add_signers: owner('add', 'n[c]', `n[${SIGNER}]`),
  remove_signers: owner('remove', 'n[c]', `n[${SIGNER}]`),
  replace_signer: owner('set', 'cc', SIGNER + SIGNER),

  // OpenZeppelin: packages/interfaces/src/account/accounts.cairo
  set_public_key: owner('set', 'c', 'c[c]'),

  // Braavos: myBraavos/braavos-account-cairo, src/signers/interface.cairo
  add_secp256r1_signer: owner('add', 'uunn'),
  remove_secp256r1_signer: owner('remove', 'cnn'),
  change_secp256r1_signer: owner('set', 'uucn'),
  deferred_remove_signers: owner('remove', ''),
  cancel_deferred_remove_signers: owner('cancel', ''),
  add_external_signers: owner('add', '[ac]n'),
  remove_external_signers: owner('remove', '[c]n'),

  // OpenZeppelin's Ownable, for any contract.
  transfer_ownership: [['a', control('owner', 'set')]],
  renounce_ownership: [['', control('owner', 'remove')]],
};
