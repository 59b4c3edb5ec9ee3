import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients';
import { draw } from '../draw';
import { faultSentence } from './failure';
import { otherCid } from './files';
import { detailChoices, faultyField, findRpcForm, rpcForms, splitLines } from './rpcForms';

const facts = {
  counter: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  newestHash: `0x${'ab'.repeat(32)}`,
};

describe('rpcForms', () => {
  it.each(rpcForms)('builds a call from the sample of $name', (form) => {
    const sample = form.sample(facts);
    expect(sample).toHaveLength(form.fields.length);
    const { method, params } = form.call(sample);
    expect(method).toBe(form.name);
    expect(params.length).toBe(form.fields.length);
  });

  it('shows the price of each call as the service charges it', () => {
    expect(rpcForms.map(({ credits }) => credits)).toEqual([80, 80, 150, 150, 1_000, 150]);
  });

  it.each([
    ['eth_getBlockByNumber', ['soon', 'false'], 0],
    ['eth_getTransactionByBlockNumberAndIndex', ['latest', '1st'], 1],
    ['eth_getProof', [facts.counter, '0x0\nxyz', 'latest'], 1],
    ['eth_getProof', [facts.counter, '', '-1'], 2],
  ])('names the faulty field of %s %j', (name, entered, field) => {
    const form = findRpcForm(name);
    if (!form) throw new Error('There is no such form.');
    let thrown: unknown;
    try {
      form.call(entered);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ModuleError);
    expect(faultyField(form, thrown)).toBe(field);
  });

  const typed = rpcForms.flatMap((form) =>
    form.fields.flatMap(({ kind, name }, at) => (kind === 'choice' ? [] : [{ form, name, at }])),
  );
  it.each(typed)('explains in words what $form.name wants as $name', ({ form, at }) => {
    for (const wrong of ['soon', '0x', '-1', 'Latest', `0x${'1'.repeat(70)}`]) {
      const entered = form.sample(facts).map((text, index) => (index === at ? wrong : text));
      let thrown: unknown;
      try {
        form.call(entered);
      } catch (error) {
        thrown = error;
      }
      if (!(thrown instanceof ModuleError)) throw new Error(`It takes ${wrong}.`);
      expect(faultyField(form, thrown)).toBe(at);
      // A sentence about the form, without details of the code that checks it.
      expect(faultSentence(thrown)).toMatch(/^Expected [^`|{}]*(?:0x|hex)[^`|{}]*\.$/u);
    }
  });

  it('asks for hashes or whole transactions, as the choices say', () => {
    const asked = detailChoices.map(({ value, label }) => [
      draw(label),
      findRpcForm('eth_getBlockByNumber')?.call(['latest', value]).params[1],
    ]);
    expect(asked).toEqual([
      ['Hashes only', false],
      ['Whole transactions', true],
    ]);
  });

  it('reads a list by lines, spaces and commas', () => {
    expect(splitLines(' 0x1,0x2\n\n 0x3 ')).toEqual(['0x1', '0x2', '0x3']);
    expect(splitLines('')).toEqual([]);
  });
});

describe('otherCid', () => {
  it.each([
    'QmRA6aDBX3uxHxD7wYgB7wD6DHTHcARBABvX4B128BSF1k',
    'QmRA6aDBX3uxHxD7wYgB7wD6DHTHcARBABvX4B128aSF1k',
    'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
  ])('makes another name of the same form of %s', (cid) => {
    const other = otherCid(cid);
    expect(other).not.toBe(cid);
    expect(other).toHaveLength(cid.length);
  });
});
