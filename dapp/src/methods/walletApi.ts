import { tokens } from '../chain/tokens';
import type { Method, MethodError, Param, Schema } from './catalogue';

const valued =
  (type: string) =>
  (description: string, example?: unknown): Schema => ({
    type,
    description,
    ...(example !== undefined && { examples: [example] }),
  });
const text = valued('string');
const json = valued('object');
const required = (name: string, schema: Schema): Param => ({ name, required: true, schema });
const optional = (name: string, schema: Schema): Param => ({ name, required: false, schema });

const silent = optional('silent_mode', {
  type: 'boolean',
  description: 'True to answer without a question, by what is granted already.',
});
const network = text('Chain ID in hex.', '0x534e5f5345504f4c4941');

const error = (code: number, kind: string, message: string): MethodError => ({
  code,
  message,
  data: { kind, hint: '' },
});
/** Wallet API error codes that most calls may return. */
const errors: readonly MethodError[] = [
  error(113, 'USER_REFUSED_OP', 'The user declined.'),
  error(114, 'INVALID_REQUEST_PAYLOAD', 'A parameter is missing or malformed.'),
  error(163, 'UNKNOWN_ERROR', 'Anything else; the module’s own message says more.'),
];

type About = { readonly params?: readonly Param[]; readonly prompts?: Method['x-prompts'] };
const call = (name: string, summary: string, { params = [], prompts }: About = {}): Method => ({
  name,
  summary,
  params,
  result: { name: 'result', schema: {} },
  errors,
  'x-callers': 'anyDapp',
  'x-prompts': prompts ?? 'never',
});

/**
 * The calls of the Starknet wallet API that `@xnet/connect` maps to methods of the module;
 * libraries such as starknet.js and get-starknet send them to any wallet.
 */
export const walletApiCalls: readonly Method[] = [
  call('wallet_supportedWalletApi', 'Returns the versions of the wallet API.'),
  call('wallet_supportedSpecs', 'Returns the versions of the node API.'),
  call('wallet_getPermissions', 'Returns whether the site sees accounts.'),
  call('wallet_requestAccounts', 'Lists the accounts that the site sees, the one in use first.', {
    params: [silent],
    prompts: 'once',
  }),
  call('wallet_requestChainId', 'Returns the chain ID of the network in use.'),
  call('wallet_deploymentData', 'Returns what the account in use is deployed with.'),
  call('wallet_switchStarknetChain', 'Switches the network once the user agrees.', {
    params: [required('chainId', network), silent],
    prompts: 'sometimes',
  }),
  call('wallet_addStarknetChain', 'Returns true for a network that the module supports.', {
    params: [
      required('id', text('Name of the chain for programs.', 'SN_SEPOLIA')),
      required('chain_id', network),
      required('chain_name', text('Name of the chain for people.', 'Starknet Sepolia')),
    ],
  }),
  call('wallet_watchAsset', 'Adds a token to the watch list once the user agrees.', {
    params: [
      required('type', { type: 'string', enum: ['ERC20'], description: 'Kind of token.' }),
      required(
        'options',
        json('Address, and what the site knows of the token.', {
          address: tokens.ETH,
          symbol: 'ETH',
          name: 'Ether',
          decimals: 18,
        }),
      ),
    ],
    prompts: 'always',
  }),
  call('wallet_addInvokeTransaction', 'Sends calls from the account in use.', {
    params: [
      required('calls', {
        type: 'array',
        items: { type: 'object' },
        description: 'Each with contract_address, entry_point and calldata.',
        examples: [
          [
            {
              contract_address: tokens.STRK,
              entry_point: 'transfer',
              calldata: ['0x7e57', '0xde0b6b3a7640000', '0x0'],
            },
          ],
        ],
      }),
    ],
    prompts: 'always',
  }),
  call('wallet_addDeclareTransaction', 'Declares a class from the account in use.', {
    params: [
      required('compiled_class_hash', text('Hash of the compiled class.')),
      optional('class_hash', text('Hash of the class, compared with the one that is computed.')),
      required('contract_class', json('The Sierra class; its ABI as text.')),
    ],
    prompts: 'always',
  }),
  call('wallet_signTypedData', 'Signs typed data (SNIP-12) with the account in use.', {
    params: [
      required(
        'types',
        json('Types by name.', {
          StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({
            name,
            type: 'shortstring',
          })),
          Greeting: [{ name: 'text', type: 'string' }],
        }),
      ),
      required('primaryType', text('Type of the message.', 'Greeting')),
      required(
        'domain',
        json('Who asks, on which network.', {
          name: 'Example',
          version: '1',
          chainId: 'SN_SEPOLIA',
          revision: '1',
        }),
      ),
      required('message', json('What is signed.', { text: 'Hello' })),
    ],
    prompts: 'always',
  }),
];

/** True for a wallet API call, false for a method of the module. */
export const isWalletApiCall = (name: string): boolean =>
  walletApiCalls.some((call) => call.name === name);
