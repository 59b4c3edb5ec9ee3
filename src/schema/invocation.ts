import { assign, coerce, dynamic, enums, type Infer, object, unknown } from '@metamask/superstruct';
import { type AnyStruct, boundedList, field, toJsonSchema } from '@xnet/clients/schema/field';
import { Call, callLimits, exampleCalls, UNIVERSAL_DEPLOYER } from './call';
import { Declarable } from './contractPayload';
import { Felt, isObject } from './primitives';
import { deploymentFields } from './transactionDetails';

/** A class to declare, as a part of an estimate. */
const DeclareInvocation = assign(object({ type: enums(['DECLARE']) }), Declarable);

/** The deployment of the account itself. */
const AccountDeployment = object({ type: enums(['DEPLOY_ACCOUNT']), ...deploymentFields });

type Invocation = Call | Infer<typeof DeclareInvocation> | Infer<typeof AccountDeployment>;
const typeOf = (value: unknown): unknown => (value as { type?: unknown } | null)?.type;
/** Picks the struct by type: a union would report errors of one form for all of them. */
const structOf = (value: unknown): AnyStruct => {
  if (typeOf(value) === 'DECLARE') return DeclareInvocation;
  if (typeOf(value) === 'DEPLOY_ACCOUNT') return AccountDeployment;
  return Call;
};
const Invocation = dynamic<Invocation>(structOf);

type Deployment = {
  classHash?: unknown;
  salt?: unknown;
  unique?: unknown;
  constructorCalldata?: unknown;
};

const accountDeployment = (deployment: unknown) => {
  const { classHash, salt, unique, constructorCalldata }: Deployment = {
    ...(deployment as Deployment),
  };
  const calldata = Array.isArray(constructorCalldata) ? constructorCalldata : [];
  return {
    contractAddress: UNIVERSAL_DEPLOYER,
    entrypoint: 'deployContract',
    calldata: [classHash, salt ?? '0x0', unique === false ? 0 : 1, calldata.length, ...calldata],
  };
};

/** Applies to one part or to a list; anything else keeps its form and is rejected as such. */
const partsOf = (content: unknown, partOf: (one: unknown) => unknown): unknown => {
  if (!Array.isArray(content)) return partOf(content);
  if (content.length > 0) return content.map(partOf);
  return null;
};

/** Libraries put the fields of an invocation next to its type, or into a payload. */
function normalisedInvocation(invocation: unknown): unknown {
  if (Array.isArray(invocation)) return null;
  if (!isObject(invocation)) return invocation;
  const { type, payload, ...fields } = invocation;
  const content = payload ?? fields;
  switch (type) {
    case 'INVOKE':
    case 'INVOKE_FUNCTION':
      return partsOf(content, (one) => one);
    case 'DEPLOY':
      return partsOf(content, accountDeployment);
    case 'DECLARE':
    case 'DEPLOY_ACCOUNT':
      if (typeof content === 'object' && !Array.isArray(content)) return { ...content, type };
      return null;
    default:
      return invocation;
  }
}

/** The forms that `normalisedInvocation` accepts. */
function invocationsSchema() {
  const listOf = (items: object) => ({ type: 'array', items, minItems: 1 });
  const oneOrMore = (item: object) => ({ anyOf: [item, listOf(item)] });
  const plain = (struct: AnyStruct) => toJsonSchema(struct) as PlainSchema;
  const call = plain(Call);
  const felt = toJsonSchema(Felt);
  /** The fields next to the type, or in a payload; an empty payload counts as none. */
  const marked = (
    types: readonly string[],
    { properties, required, ...keywords }: PlainSchema,
    payload: object,
  ) => [
    {
      ...keywords,
      properties: { ...properties, type: { enum: types }, payload: { type: 'null' } },
      required: ['type', ...required.filter((name) => name !== 'type')],
    },
    {
      type: 'object',
      properties: { type: { enum: types }, payload },
      required: ['type', 'payload'],
    },
  ];
  const deployed: PlainSchema = {
    type: 'object',
    properties: {
      classHash: felt,
      salt: { anyOf: [felt, { type: 'null' }] },
      unique: {},
      constructorCalldata: {
        anyOf: [
          { type: 'array', items: felt, maxItems: callLimits.calldata - 4 },
          { not: { type: 'array', items: {} } },
        ],
      },
    },
    required: ['classHash'],
  };
  const declaration = plain(DeclareInvocation);
  const account = plain(AccountDeployment);
  /** In a payload, the type is optional: it stands outside. */
  const untyped = ({ required, properties, ...keywords }: PlainSchema) => ({
    ...keywords,
    properties: { ...properties, type: {} },
    required: required.filter((name) => name !== 'type'),
  });
  const one = {
    anyOf: [
      call,
      ...marked(['INVOKE', 'INVOKE_FUNCTION'], call, {
        anyOf: [call, listOf({ anyOf: [call, declaration, account] }), declaration, account],
      }),
      ...marked(['DEPLOY'], deployed, oneOrMore(deployed)),
      ...marked(['DECLARE'], declaration, untyped(declaration)),
      ...marked(['DEPLOY_ACCOUNT'], account, untyped(account)),
    ],
  };
  return { anyOf: [{ ...listOf(one), maxItems: callLimits.calls }, one] };
}
type PlainSchema = {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
};

export const Invocations = field(
  coerce(boundedList(Invocation, 1, callLimits.calls), unknown(), (value) =>
    [value].flat().flatMap(normalisedInvocation),
  ),
  {
    description:
      'Calls to estimate together, plain or with a type (INVOKE, INVOKE_FUNCTION, DEPLOY, DECLARE, DEPLOY_ACCOUNT).',
    jsonSchema: invocationsSchema(),
    example: exampleCalls,
  },
);

export type Sorted = {
  calls: Call[];
  declarations: Infer<typeof DeclareInvocation>[];
  deployments: Infer<typeof AccountDeployment>[];
};

/** Sorts a list of invocations by type, each in the given order. */
export function sortInvocations(invocations: readonly Invocation[]): Sorted {
  const sorted: Sorted = { calls: [], declarations: [], deployments: [] };
  for (const one of invocations)
    if (!('type' in one)) sorted.calls.push(one);
    else if (one.type === 'DECLARE') sorted.declarations.push(one);
    else sorted.deployments.push(one);
  return sorted;
}
