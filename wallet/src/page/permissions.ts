import type { PermissionView } from '../protocol/view';
import { isRecord, readFields, readItems } from '../record';
import { words } from './words';

type May = (typeof words)['may'];

/** Describes each permission in plain words. */
const sentences: Record<string, (may: May, caveats: Caveats) => string> = {
  'endowment:rpc': (may, caveats) => callers(may, caveats),
  'endowment:network-access': (may) => may.network,
  'endowment:webassembly': (may) => may.webassembly,
  'endowment:page-home': (may) => may.home,
  'endowment:page-settings': (may) => may.settings,
  'endowment:cronjob': (may) => may.cronjob,
  'endowment:lifecycle-hooks': (may) => may.lifecycle,
  'endowment:transaction-insight': (may) => may.transactions,
  'endowment:signature-insight': (may) => may.signatures,
  'endowment:name-lookup': (may) => may.names,
  'endowment:keyring': (may) => may.keyring,
  'endowment:assets': (may) => may.assets,
  'endowment:ethereum-provider': (may) => may.ethereum,
  snap_dialog: (may) => may.dialog,
  snap_notify: (may) => may.notify,
  snap_manageState: (may) => may.state,
  snap_manageAccounts: (may) => may.accounts,
  snap_getPreferences: (may) => may.preferences,
  snap_getLocale: (may) => may.locale,
  snap_getEntropy: (may) => may.entropy,
  snap_getBip32Entropy: (may, caveats) => may.keys(paths(caveats)),
  snap_getBip32PublicKey: (may, caveats) => may.publicKeys(paths(caveats)),
  snap_getBip44Entropy: (may, caveats) => may.keys(coinTypes(caveats)),
  wallet_snap: (may, caveats) => may.invoke(Object.keys(firstRecord(caveats)).join(', ')),
};

/** Permissions that put money at risk; listed first and marked. */
const powerful = new Set(['snap_getBip32Entropy', 'snap_getBip44Entropy', 'snap_getEntropy']);

export type PermissionLine = { name: string; sentence: string; isPowerful: boolean };

export function describePermissions(permissions: PermissionView[]): PermissionLine[] {
  return permissions
    .map(({ name, caveats }) => ({
      name,
      // A permission missing from the table is shown by its name, never omitted.
      sentence: sentences[name]?.(words.may, caveats) ?? words.may.other(name),
      isPowerful: powerful.has(name),
    }))
    .sort((one, second) => Number(second.isPowerful) - Number(one.isPowerful));
}

type Caveats = PermissionView['caveats'];

/** The values of a permission's caveats. */
function values(caveats: Caveats): unknown[] {
  if (Array.isArray(caveats)) return caveats.map((caveat) => readFields(caveat).value);
  return [];
}

function firstRecord(caveats: Caveats): Record<string, unknown> {
  return values(caveats).find(isRecord) ?? {};
}

function callers(may: May, caveats: Caveats): string {
  const { dapps, snaps, allowedOrigins } = firstRecord(caveats);
  const requesters = [
    ...(dapps === true ? [may.dapps] : []),
    ...(snaps === true ? [may.modules] : []),
    ...readItems(allowedOrigins).map(String),
  ];
  return may.rpc(requesters.join(', '));
}

function coinTypes(caveats: Caveats): string {
  const types = values(caveats).flatMap(readItems);
  return types.map((type) => `m/44'/${String(readFields(type).coinType ?? '?')}'`).join(', ');
}

function paths(caveats: Caveats): string {
  const all = values(caveats).flatMap(readItems);
  return all
    .map((entry) => {
      const { path, curve } = readFields(entry);
      return `${Array.isArray(path) ? path.join('/') : '?'} (${String(curve)})`;
    })
    .join(', ');
}
