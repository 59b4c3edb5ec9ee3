import { describe, expect, it } from '@jest/globals';
import { shortestForMost } from './shortestForMost.mjs';

const told = (source: string): unknown[] => {
  const values: unknown[] = [];
  new Function('tell', source)((...each: unknown[]) => values.push(...each));
  return values;
};

describe('shortestForMost', () => {
  it('exchanges names, so that the one that is used most is the shortest', () => {
    const source = `let a=1,bb=2;tell(bb,bb,bb,a)`;
    expect(shortestForMost(source)).toBe(`let bb=1,a=2;tell(a,a,a,bb)`);
  });

  it('keeps variables apart that hide each other', () => {
    const source = `let a=1,bb=2,c=3;tell((a=>a+bb)(5),((bb,c)=>bb*c+a)(7,9),bb,bb,bb,c)`;
    expect(shortestForMost(source)).not.toBe(source);
    expect(told(shortestForMost(source))).toEqual(told(source));
  });

  it('leaves names of fields, and of variables that share them', () => {
    const source = `let o={bb:1,get cc(){return 2},dd(){return 3},x:4},a=5,bb=6,{x}=o,{cc:ee}=o;class f{bb=7}tell(bb,bb,bb,o.bb,o.cc,o.dd(),{x},a,ee,x,new f().bb)`;
    const renamed = shortestForMost(source);
    expect(told(renamed)).toEqual([6, 6, 6, 1, 2, 3, { x: 4 }, 5, 2, 4, 7]);
    expect(renamed).toContain('{x}=');
    expect(renamed).toMatch(/\{bb:1,get cc\(\)/u);
  });

  it('leaves what it did not name', () => {
    const source = `let aa=Math.max(1,2);for(let bb of[aa]){tell(bb,undefined)}`;
    expect(told(shortestForMost(source))).toEqual([2, undefined]);
    expect(shortestForMost(source)).toContain('Math.max(');
  });
});
