import document from '../../../openrpc.json';

/** The keywords of JSON Schema that openrpc.json uses. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

export type Param = { readonly name: string; readonly required: boolean; readonly schema: Schema };

export type MethodError = {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly kind: string; readonly hint: string };
};

export type Method = {
  readonly name: string;
  readonly summary: string;
  readonly params: readonly Param[];
  readonly result: { readonly name: string; readonly schema: Schema };
  readonly errors: readonly MethodError[];
  readonly 'x-callers': 'anyDapp' | 'companionDapp';
  readonly 'x-prompts': 'never' | 'once' | 'always' | 'sometimes';
};

type Document = {
  readonly methods: readonly (Omit<Method, 'errors'> & {
    readonly errors: readonly { readonly $ref: string }[];
  })[];
  readonly components: { readonly errors: Readonly<Record<string, MethodError>> };
};

/** Not validated: generated with the module, where a test keeps it in step with the code. */
const readMethods = ({ methods, components }: Document): Method[] =>
  methods.map((method) => ({
    ...method,
    errors: method.errors.flatMap(
      ({ $ref }) => components.errors[$ref.replace(/^.*\//u, '')] ?? [],
    ),
  }));

export const methods: readonly Method[] = readMethods(document as unknown as Document); // generated
