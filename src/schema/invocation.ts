import {
  array,
  assign,
  coerce,
  dynamic,
  enums,
  type Infer,
  object,
  optional,
  size,
  unknown,
} from '@metamask/superstruct';
import { Call, callLimits, callSchema, exampleCalls } from './call';
import { Declarable } from './contractPayload';
import { type AnyStruct, field } from './field';
import { ContractAddress, Felt } from './primitives';

/** A class to be declared, as a part of what is estimated. */
const DeclareInvocation = assign(object({ type: enums(['DECLARE']) }), Declarable);

/** The deployment of the account itself; what it says must be what the module would deploy. */
const AccountDeployment = object({
  type: enums(['DEPLOY_ACCOUNT']),
  contractAddress: optional(ContractAddress),
  classHash: optional(Felt),
  addressSalt: optional(Felt),
  constructorCalldata: optional(array(Felt)),
});

type Invocation = Call | Infer<typeof DeclareInvocation> | Infer<typeof AccountDeployment>;
const typeOf = (value: unknown): unknown => (value as { type?: unknown } | null)?.type;
/** The type tells which of the three: a union would tell faults of one as faults of all. */
const structOf = (value: unknown): AnyStruct => {
  if (typeOf(value) === 'DECLARE') return DeclareInvocation;
  return typeOf(value) === 'DEPLOY_ACCOUNT' ? AccountDeployment : Call;
};
const Invocation = dynamic<Invocation>(structOf);

/** The Universal Deployer, by which accounts deploy contracts (docs.openzeppelin.com, "UDC"). */
const UNIVERSAL_DEPLOYER = '0x041a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bf';

type Deployment = {
  classHash?: unknown;
  salt?: unknown;
  unique?: unknown;
  constructorCalldata?: unknown;
};

const accountDeployment = ({ classHash, salt, unique, constructorCalldata }: Deployment) => {
  const calldata = Array.isArray(constructorCalldata) ? constructorCalldata : [];
  return {
    contractAddress: UNIVERSAL_DEPLOYER,
    entrypoint: 'deployContract',
    calldata: [classHash, salt ?? '0x0', unique === false ? 0 : 1, calldata.length, ...calldata],
  };
};

/** Libraries mark an invocation with its type, and put the rest beside it or into a payload. */
function normalisedInvocation(invocation: unknown): unknown {
  if (typeof invocation !== 'object' || invocation === null || !('type' in invocation))
    return invocation;
  const { type, payload, ...rest } = invocation as { type: unknown; payload?: unknown };
  const content = payload ?? rest;
  switch (type) {
    case 'INVOKE':
    case 'INVOKE_FUNCTION':
      return content;
    case 'DEPLOY':
      return Array.isArray(content) ? content.map(accountDeployment) : accountDeployment(content);
    case 'DECLARE':
    case 'DEPLOY_ACCOUNT':
      return { ...content, type };
    default:
      return invocation;
  }
}

export const Invocations = field(
  coerce(size(array(Invocation), 1, callLimits.calls), unknown(), (value) =>
    (Array.isArray(value) ? value : [value]).flatMap(normalisedInvocation),
  ),
  {
    description:
      'What is estimated together: calls, plain or with a type (INVOKE, INVOKE_FUNCTION, DEPLOY, DECLARE, DEPLOY_ACCOUNT).',
    jsonSchema: {
      type: 'array',
      items: { anyOf: [callSchema, { type: 'object', required: ['type'] }] },
      minItems: 1,
      maxItems: callLimits.calls,
    },
    example: exampleCalls,
  },
);

export type Sorted = {
  calls: Call[];
  declarations: Infer<typeof DeclareInvocation>[];
  deployments: Infer<typeof AccountDeployment>[];
};

/** The parts of a list of invocations, each in the order given. */
export function sortInvocations(invocations: readonly Invocation[]): Sorted {
  const sorted: Sorted = { calls: [], declarations: [], deployments: [] };
  for (const one of invocations)
    if (!('type' in one)) sorted.calls.push(one);
    else if (one.type === 'DECLARE') sorted.declarations.push(one);
    else sorted.deployments.push(one);
  return sorted;
}
