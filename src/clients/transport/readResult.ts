import type { Infer } from '@metamask/superstruct';
import { ModuleError } from '../../errors';
import { type AnyStruct, parse } from '../../schema/field';

/** The result of a call in the shape that the method's definition gives. @throws nodeFault */
export function readResult<S extends AnyStruct>(
  method: string,
  result: unknown,
  struct: S,
): Infer<S> {
  try {
    return parse(result, struct, 'nodeFault');
  } catch (error) {
    if (error instanceof ModuleError) throw error;
    // Such as a trace that is nested too deep to be walked.
    throw new ModuleError('nodeFault', `${method}: the result cannot be read.`);
  }
}
