import { describe, expect, it } from '@jest/globals';
import withoutDocs from './withoutDocs.mjs';

describe('withoutDocs', () => {
  it('leaves the struct of a field and nothing of its documentation', () => {
    const source = `const Felt = field(string(), {\n  description: 'A felt (hex).',\n  example: f(')'),\n});\nnext();`;
    expect(withoutDocs(source)).toBe('const Felt = (string())\n\n\n;\nnext();');
  });

  it('reaches fields within fields', () => {
    const source = `field(object({ a: field(array(Felt), { description: 'x' }) }), {})`;
    expect(withoutDocs(source)).toBe('(object({ a: (array(Felt)) }))');
  });

  it.each(['defineMethod', 'defineEthMethod'])(
    'leaves out the summary of a method made by %s and no other',
    (define) => {
      const source = `${define}({ summary:\n 'One.', other: { summary: 'kept' } })`;
      expect(withoutDocs(source)).toBe(`${define}({ \n other: { summary: 'kept' } })`);
    },
  );

  it('leaves out the hints of errors and no other', () => {
    const source = `export const errorKinds = { a: { hint: 'b,', c: 1 } };\nconst d = { hint: 'e', f: 2 };`;
    expect(withoutDocs(source)).toBe(
      `export const errorKinds = { a: {  c: 1 } };\nconst d = { hint: 'e', f: 2 };`,
    );
  });

  it('leaves code that documents nothing as it is', () => {
    const source = 'const a = <Box>{field(b)}</Box>;';
    expect(withoutDocs(source)).toBe(source);
  });
});
