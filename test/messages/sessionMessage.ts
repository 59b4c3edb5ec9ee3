import type { Parts } from './typedDataExample';

type Method = { 'Contract Address': string; selector: string };
const market = `0x4${'8'.repeat(62)}`;

/** Typed data of a session as documented by argent-contracts-starknet (docs/sessions.md). */
export const sessionMessage = ({
  methods = [
    { 'Contract Address': market, selector: 'buy' },
    { 'Contract Address': market, selector: 'sell' },
  ],
  expires = 1_800_003_600,
}: {
  methods?: Method[];
  expires?: number;
} = {}): Parts => ({
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({
      name,
      type: 'shortstring',
    })),
    'Allowed Method': [
      { name: 'Contract Address', type: 'ContractAddress' },
      { name: 'selector', type: 'selector' },
    ],
    Session: [
      { name: 'Expires At', type: 'timestamp' },
      methods.length > 0
        ? { name: 'Allowed Methods', type: 'merkletree', contains: 'Allowed Method' }
        : { name: 'Allowed Methods', type: 'Allowed Method*' },
      { name: 'Metadata', type: 'string' },
      { name: 'Session Key', type: 'felt' },
    ],
  },
  primaryType: 'Session',
  domain: { name: 'SessionAccount.session', version: '0x31', chainId: 'SN_SEPOLIA', revision: '1' },
  message: {
    'Expires At': expires,
    'Allowed Methods': methods,
    Metadata: '{"projectID":"shop"}',
    'Session Key': '0x1234567890abcdef1234567890abcdef',
  },
});
