import manifest from '../package.json';
import { errorKinds } from '../src/errors';
import { commonErrors, type Method } from '../src/rpc/method';
import * as methods from '../src/rpc/methods';
import { type AnyStruct, isOptional, toJsonSchema } from '../src/schema/field';

const errorOf = (kind: keyof typeof errorKinds) => {
  const { code, meaning, hint, retry } = errorKinds[kind];
  return { code, message: meaning, data: { kind, hint, retry } };
};

/** The OpenRPC document of the wallet-module API, drawn from the method definitions. */
export const openrpc = {
  openrpc: '1.3.2',
  info: {
    title: 'Xnet wallet module',
    version: manifest.version,
    license: { name: manifest.license },
  },
  methods: Object.entries(methods as Record<string, Method>).map(([name, method]) => ({
    name,
    summary: method.summary,
    paramStructure: 'by-name',
    params: Object.entries(method.params.schema as Record<string, AnyStruct>).map(
      ([param, struct]) => ({
        name: param,
        required: !isOptional(struct),
        schema: toJsonSchema(struct),
      }),
    ),
    result: { name: 'result', schema: toJsonSchema(method.result) },
    errors: [...commonErrors, ...method.errors].map(errorOf),
    'x-callers': method.callers,
    'x-prompts': method.prompts,
  })),
};
