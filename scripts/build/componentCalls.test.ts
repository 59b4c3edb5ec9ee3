import { describe, expect, it } from '@jest/globals';
import componentCalls from './componentCalls.mjs';

describe('componentCalls', () => {
  it('calls components themselves, within each other', () => {
    const source = `const a = _jsxs(Box, { children: [/*#__PURE__*/ _jsx(Text, { children: "b" }), c] });`;
    expect(componentCalls(source)).toBe(
      `const a = Box({ children: [/*#__PURE__*/ Text({ children: "b" }), c] });`,
    );
  });

  it('hands on a key among the properties', () => {
    expect(componentCalls(`_jsx(Row, { label: l(d, 1) }, k(e))`)).toBe(
      `Row({ label: l(d, 1) , key: k(e) })`,
    );
    expect(componentCalls(`_jsx(Row, {}, "k")`)).toBe(`Row({key: "k" })`);
  });

  it('leaves tags and fragments to the runtime, and all else as it is', () => {
    const source = `_jsx("div", {}); _jsx(void 0, {}); other(Box, {});`;
    expect(componentCalls(source)).toBe(source);
  });
});
