import { isRecord } from '../record';
import type { PermissionView } from '../view';

/** The permissions a module may ask for, in the user's words. */
const words: Record<string, (caveats: Caveats) => string> = {
  'endowment:rpc': (caveats) => callers(caveats),
  'endowment:network-access': () => 'Reach the internet.',
  'endowment:webassembly': () => 'Run WebAssembly.',
  'endowment:page-home': () => 'Show a page of its own in the wallet.',
  'endowment:page-settings': () => 'Show its settings in the wallet.',
  'endowment:cronjob': () => 'Run in the background, also when no page is open.',
  'endowment:lifecycle-hooks': () => 'Run when it is installed, updated or started.',
  'endowment:transaction-insight': () => 'See Ethereum transactions before they are signed.',
  'endowment:signature-insight': () => 'See Ethereum messages before they are signed.',
  'endowment:name-lookup': () => 'Find the address of a name.',
  'endowment:keyring': () => 'Answer for accounts that it adds to the wallet.',
  'endowment:assets': () => 'Tell the wallet about tokens.',
  'endowment:ethereum-provider': () => 'Talk to Ethereum through the wallet.',
  snap_dialog: () => 'Show dialogs in the wallet.',
  snap_notify: () => 'Show notifications.',
  snap_manageState: () => 'Keep data in the wallet, also encrypted.',
  snap_manageAccounts: () => 'Add accounts to the wallet.',
  snap_getPreferences: () => 'Know your language and settings.',
  snap_getLocale: () => 'Know your language.',
  snap_getEntropy: () => 'Derive secrets of its own from your phrase.',
  snap_getBip32Entropy: (caveats) => `Derive and use the keys under ${paths(caveats)}.`,
  snap_getBip32PublicKey: (caveats) => `See the public keys under ${paths(caveats)}.`,
  snap_getBip44Entropy: (caveats) => `Derive and use the keys under ${coinTypes(caveats)}.`,
  wallet_snap: (caveats) =>
    `Send requests to the module ${Object.keys(firstRecord(caveats)).join(', ')}.`,
};

/** Permissions that put money at stake; they are listed first and marked. */
const powerful = new Set(['snap_getBip32Entropy', 'snap_getBip44Entropy', 'snap_getEntropy']);

export type PermissionLine = { name: string; sentence: string; isPowerful: boolean };

export function describePermissions(permissions: PermissionView[]): PermissionLine[] {
  return permissions
    .map(({ name, caveats }) => ({
      name,
      // One that is not in the table is shown by its name, never left out.
      sentence: words[name]?.(caveats) ?? `Use the permission "${name}".`,
      isPowerful: powerful.has(name),
    }))
    .sort((one, other) => Number(other.isPowerful) - Number(one.isPowerful));
}

type Caveats = PermissionView['caveats'];

/** The values of a permission's caveats. */
function values(caveats: Caveats): unknown[] {
  return Array.isArray(caveats)
    ? caveats.map((caveat) => (isRecord(caveat) ? caveat.value : undefined))
    : [];
}

function firstRecord(caveats: Caveats): Record<string, unknown> {
  return values(caveats).find(isRecord) ?? {};
}

function callers(caveats: Caveats): string {
  const { dapps, snaps, allowedOrigins } = firstRecord(caveats);
  const who = [
    ...(dapps === true ? ['websites you connect'] : []),
    ...(snaps === true ? ['other modules'] : []),
    ...(Array.isArray(allowedOrigins) ? allowedOrigins.map(String) : []),
  ];
  return `Answer requests of ${who.join(', ')}.`;
}

function coinTypes(caveats: Caveats): string {
  const types = values(caveats).flatMap((value) => (Array.isArray(value) ? value : []));
  return types.map((type) => `m/44'/${isRecord(type) ? String(type.coinType) : '?'}'`).join(', ');
}

function paths(caveats: Caveats): string {
  const all = values(caveats).flatMap((value) => (Array.isArray(value) ? value : []));
  return all
    .map((entry) => {
      const { path, curve } = isRecord(entry) ? entry : {};
      return `${Array.isArray(path) ? path.join('/') : '?'} (${String(curve)})`;
    })
    .join(', ');
}
