import { describe, expect, it } from '@jest/globals';
import { declaredArrows } from './declaredArrows.mjs';

/** The rewritten source, and what it tells when it runs. */
const rewritten = (body: string) => {
  const source = declaredArrows(`(()=>{${body}})()`);
  const told: unknown[] = [];
  new Function('tell', source)((...values: unknown[]) => told.push(...values));
  return { source, told };
};

describe('declaredArrows', () => {
  it('makes arrows that are found before the line where they were declared', () => {
    const { source, told } = rewritten(
      `"use strict";let a=twice(2);tell(a);function twice(b){return 2*one(b)}function one(c){return c}`,
    );
    expect(told).toEqual([4]);
    expect(source).not.toContain('function');
    expect(source).toMatch(/^\(\(\)=>\{"use strict";/u);
  });

  it('reaches functions within functions, blocks and parameters', () => {
    const { source, told } = rewritten(
      `function a(b,c=()=>{function d(){return 3}return d()}){if(b){function e(){return b+c()}return e()}}tell(a(1))`,
    );
    expect(told).toEqual([4]);
    expect(source).not.toContain('function');
  });

  it('keeps what is asynchronous so', () => {
    const { source, told } = rewritten(`tell(a() instanceof Promise);async function a(b){await b}`);
    expect(told).toEqual([true]);
    expect(source).toContain('a=async(b)=>');
  });

  it.each([
    ['a generator', `function*a(){yield 1}tell(...a())`, 1],
    ['one that has a this', `function a(){return this}tell(a.call(1)+0)`, 1],
    ['one that reads its arguments', `function a(){return arguments[0]}tell(a(1))`, 1],
    ['a constructor', `function a(){}tell(new a() instanceof a&&1)`, 1],
    ['one with a prototype', `function a(){}tell(a.prototype&&1)`, 1],
    ['a long one', `function a(){return ${'1+'.repeat(150)}1}tell(a()-150)`, 1],
  ])('leaves %s as it is', (_, body, told) => {
    const result = rewritten(body);
    expect(result.told).toEqual([told]);
    expect(result.source).toBe(`(()=>{${body}})()`);
  });
});
