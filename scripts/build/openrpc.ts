import { type ErrorKind, errorKinds } from '@xnet/clients/errors';
import {
  type AnyStruct,
  isOptional,
  type JsonSchema,
  toJsonSchema,
} from '@xnet/clients/schema/field';
import type { MethodTable } from '../../src/rpc/dispatch';
import { commonErrors, type Method } from '../../src/rpc/method';
import { listAliases, wireName } from '../../src/rpc/names';
import { textForms } from './textForms';
import { openrpcExamples } from './wireExamples';

type DocumentedError = {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly kind: ErrorKind; readonly hint: string; readonly retry: boolean };
};

/** Every error of the module, by its kind; methods refer to them. */
const errors = Object.fromEntries(
  Object.entries(errorKinds).map(([kind, { code, meaning, hint, retry }]) => [
    kind,
    { code, message: meaning, data: { kind, hint, retry } },
  ]),
) as Record<ErrorKind, DocumentedError>; // the keys are those of the table

const REFERENCE = '#/components/errors/';
const referTo = (kind: ErrorKind) => ({ $ref: `${REFERENCE}${kind}` });

/** The kinds that a method's references stand for. */
export const referredKinds = (references: readonly { readonly $ref: string }[]): ErrorKind[] =>
  references.map(({ $ref }) => $ref.slice(REFERENCE.length) as ErrorKind); // made by `referTo`

/** The same schema without lists of types, which generators of types do not take. */
const spelled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(spelled);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, spelled(part)] as const);
  const { type, description, ...keywords } = Object.fromEntries(entries);
  if (!Array.isArray(type)) return Object.fromEntries(entries);
  const anyOf = type.map((one) => (one === 'null' ? { type: one } : { type: one, ...keywords }));
  return { anyOf, ...(description !== undefined && { description }) };
};
const schemaOf = (...args: Parameters<typeof toJsonSchema>): JsonSchema =>
  spelled(toJsonSchema(...args)) as JsonSchema;

const olderReply = (method: Method, olderMethods: Method | undefined) =>
  olderMethods && {
    result: schemaOf(olderMethods.result, 'reply'),
    errors: olderMethods.errors.filter((kind) => !method.errors.includes(kind)).map(referTo),
  };

/** The OpenRPC document of the wallet-module API, generated from the method definitions. */
export const createOpenrpc = (
  methods: MethodTable,
  olderMethods: MethodTable,
  version: string,
) => ({
  openrpc: '1.3.2',
  info: { title: 'Xnet wallet module', version, license: { name: 'MIT OR Apache-2.0' } },
  methods: Object.entries(methods).map(([name, method]) => ({
    name: wireName(name),
    summary: method.summary,
    paramStructure: 'by-name',
    // OpenRPC wants those first that are required.
    params: Object.entries(method.params.schema as Record<string, AnyStruct>)
      .map(([param, struct]) => ({
        name: param,
        required: !isOptional(struct),
        schema: schemaOf(struct),
      }))
      .sort((one, second) => Number(second.required) - Number(one.required)),
    result: { name: 'result', schema: schemaOf(method.result, 'reply') },
    errors: [...commonErrors, ...method.errors].map(referTo),
    examples: openrpcExamples(wireName(name)),
    'x-callers': method.callers ?? ('anyDapp' as const),
    'x-prompts': method.prompts,
    // The param that names an account; only accounts granted to the site are accepted.
    'x-account': method.account && Object.values(method.account)[0],
    'x-aliases': listAliases(method),
    // The result of the name with the older prefix, if it differs.
    'x-older': olderReply(method, olderMethods[name]),
  })),
  components: { schemas: textForms(), errors },
});
