import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { nameRepeated } from './nameRepeated.mjs';

/** A bundle whose function calls `tell` with values. */
const named = (body: string): { source: string; told: unknown[] } => {
  const source = nameRepeated(`(()=>{${body}})();`);
  const told: unknown[] = [];
  runInNewContext(source, { tell: (...values: unknown[]) => told.push(...values) });
  return { source, told };
};
const count = (source: string, text: string): number => source.split(text).length - 1;

describe('nameRepeated', () => {
  it('leaves one of a text that is repeated, also right after a word', () => {
    const body = `let f=e=>{switch(e){case"invalidParams":return"invalidParams"}};tell(f("invalidParams"),"invalidParams"in{})`;
    const { source, told } = named(body);
    expect(told).toEqual(['invalidParams', false]);
    expect(count(source, '"invalidParams"')).toBe(1);
  });

  it('keeps what a text means that holds quotes, breaks and signs', () => {
    const text = JSON.stringify('a "b" \n $ \\ \u2028');
    expect(named(`tell(${text},${text},${text})`).told).toEqual(
      Array(3).fill('a "b" \n $ \\ \u2028'),
    );
  });

  it('leaves names of fields, and what a typeof is compared with', () => {
    const body = `let o={"a-long-name":1,"a-long-name":2};tell(o["a-long-name"],"function"==typeof o,"function"==typeof tell,typeof o=="function")`;
    const { source, told } = named(body);
    expect(told).toEqual([2, false, true, false]);
    expect(count(source, '"function"')).toBe(3);
    expect(count(source, '{"a-long-name":1,"a-long-name":2}')).toBe(1);
  });

  it('names functions of the language, whole or by what they belong to', () => {
    const isList = 'Array.isArray([])';
    const numbers = 'BigInt(1)+BigInt(2)+BigInt(3)';
    const body = `let o={BigInt:1,keys:2};tell(${isList},${isList},${isList},String(${numbers}),o.BigInt,Array.from([1])[0],Array.of(2)[0],new Array(3).length,Array.isArray)`;
    const { source, told } = named(body);
    expect(told.slice(0, 8)).toEqual([true, true, true, '6', 1, 1, 2, 3]);
    expect(count(source, 'Array.isArray')).toBe(1);
    expect(count(source, 'BigInt(')).toBe(0);
    expect(count(source, '{BigInt:1')).toBe(1);
  });

  it('names null as it is, whatever it is compared with', () => {
    const { source, told } = named(`tell(null,null===null,null==void 0,typeof null,{null:1}.null)`);
    expect(told).toEqual([null, true, true, 'object', 1]);
    expect(count(source, 'null')).toBe(3);
  });

  it('names undefined, and nothing that a test or a wallet may replace', () => {
    const body = `tell(void 0,void 0,void 0,void 0,Date.now()>0,Date.now()>0,Date.now()>0,Date.now()>0)`;
    const { source, told } = named(body);
    expect(told).toEqual([...Array(4), ...Array(4).fill(true)]);
    expect(count(source, 'void 0')).toBe(1);
    expect(count(source, 'Date.now()')).toBe(4);
  });

  it('leaves what takes more room with a name', () => {
    expect(nameRepeated('(()=>{tell("a","a","bcdef")})()')).toContain('tell("a","a","bcdef")');
  });
});
