import type { AbiFunction, Parameter } from './abi';
import { type Resolve, typeLimits } from './cairoType';
import { type Field, list } from './codec';

const isPointer = ({ type }: Parameter) => type.endsWith('*');

/**
 * How the calldata of a function is read. An array of Cairo 0 is two parameters, `name_len: felt`
 * and `name: T*`, of which the first says no more than the list does; they become one.
 * @returns undefined where a type is not known, or is beyond `typeLimits`
 */
export function readParameters({ inputs }: AbiFunction, resolve: Resolve): Field[] | undefined {
  const fields: Field[] = [];
  let parts = 0;
  for (let at = 0; at < inputs.length; at++) {
    const [one, next] = inputs.slice(at, at + 2);
    if (!one) return undefined;
    const counts =
      next && isPointer(next) && one.type === 'felt' && one.name === `${next.name}_len`;
    const { name, type } = counts ? next : one;
    // What is no pointer after a count is a felt of that name.
    const inner = resolve(counts ? type.slice(0, -1) : type);
    if (!inner || (counts && inner.least === 0)) return undefined;
    const codec = counts ? list(type, inner) : inner;
    fields.push({ name, codec });
    parts += codec.parts;
    if (parts > typeLimits.parts) return undefined;
    if (counts) at += 1;
  }
  return fields;
}
