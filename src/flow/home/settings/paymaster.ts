import { paymaster_getSupportedTokens } from '../../../clients/paymaster/paymaster_getSupportedTokens';
import { paymaster_isAvailable } from '../../../clients/paymaster/paymaster_isAvailable';
import { fail, ModuleError } from '../../../errors';
import type { Module } from '../../../module';
import { networkOf } from '../../../schema/network';
import type { SettingNotice } from '../../tokens/prices';

/** How long a person waits for a paymaster to be checked. */
const CHECK_MS = 10_000;
/** Keys travel in a header; shorter ones could not be told from words that hide nothing. */
const KEY = /^[\x21-\x7e]{8,512}$/u;

/** Uses a paymaster for a network, if it answers; the key may be left empty. */
export async function usePaymaster(
  module: Module,
  chainId: string,
  typedUrl: string,
  typedKey: string,
): Promise<SettingNotice> {
  const network = networkOf(chainId);
  const url = readUrl(typedUrl.trim());
  const key = typedKey.trim();
  if (!network || !url) return danger('fees.noAddressTitle', { say: 'fees.noAddress' });
  if (key !== '' && !KEY.test(key)) return danger('fees.noKeyTitle', { say: 'fees.noKey' });
  const choice = { url: url.href, ...(key !== '' && { key }) };
  try {
    const paymaster = await module.paymaster(network.chainId, choice);
    const within = { deadlineMs: CHECK_MS };
    if (!(await paymaster?.ask(paymaster_isAvailable({}), within)))
      fail('paymasterFault', 'It says that it is not available.');
    await paymaster?.ask(paymaster_getSupportedTokens({}), within);
  } catch (error) {
    return danger(
      'fees.notTakenTitle',
      error instanceof ModuleError ? error.message : { say: 'fees.notChecked' },
    );
  }
  await module.paymasters.choose(network.chainId, choice);
  const text = {
    say: 'fees.paymasterSaved',
    with: { network: network.name, host: url.host },
  } as const;
  return { severity: 'info', title: { say: 'fees.saved' }, text };
}

export async function useNoPaymaster(
  module: Module,
  chainId: string,
): Promise<SettingNotice | undefined> {
  const network = networkOf(chainId);
  if (!network) return undefined;
  await module.paymasters.choose(network.chainId, undefined);
  const text = { say: 'fees.paymasterGone', with: { network: network.name } } as const;
  return { severity: 'info', title: { say: 'fees.saved' }, text };
}

const danger = (
  title: Extract<SettingNotice['title'], object>['say'],
  text: SettingNotice['text'],
): SettingNotice => ({ severity: 'danger', title: { say: title }, text });

function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
