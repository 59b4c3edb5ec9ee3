import { answerForVendor } from '#vendor';
import type { Bus } from '../bus';

/**
 * Answers for the parts of a real wallet that this one lacks: the vendor's list of audited modules,
 * phishing detection, and accounts other than the phrase's first.
 */
export function answerForAbsentParts(bus: Bus, address: string): void {
  const account = {
    id: '6f0c5a5e-58a3-4b0a-9b1e-2d0f8a3c7b11',
    address,
    type: 'eip155:eoa',
    scopes: ['eip155:0'],
    methods: [],
    options: {},
    metadata: { name: 'Account 1', importTime: 0, keyring: { type: 'HD Key Tree' } },
  };
  const isKnown = (other: unknown) =>
    typeof other === 'string' && other.toLowerCase() === address.toLowerCase();

  answerForVendor(bus, {
    get: async (modules) =>
      Object.fromEntries(Object.keys(modules).map((id) => [id, { status: 'Unverified' }])),
    getMetadata: () => null,
    update: async () => {},
    resolveVersion: async (_id, range) => range,
  });
  bus.answer('PhishingController:testOrigin', () => ({ result: false, type: 'all' }));
  bus.answer('AccountsController:getAccountByAddress', (address: unknown) =>
    isKnown(address) ? account : undefined,
  );
  bus.answer('AccountsController:getSelectedMultichainAccount', () => account);
  bus.answer('AccountsController:listMultichainAccounts', () => [account]);
  bus.answer('MultichainAssetsController:getState', () => ({
    assetsMetadata: {},
    accountsAssets: { [account.id]: [] },
  }));
  bus.reserve('KeyringController');
  bus.reserve('NotificationServicesController');
}
