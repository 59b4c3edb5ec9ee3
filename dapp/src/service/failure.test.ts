import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients';
import { transportError } from '@xnet/clients/transport/failure';
import { say } from '../texts';
import { describeFailure } from '../wallet/failure';
import { asFailure } from './failure';

const shown = (error: unknown) => describeFailure(asFailure(error));

describe('asFailure', () => {
  it("gives the node's own code and words if the node refused", () => {
    const data = { nodeCode: -32602, reason: 'no such block' };
    expect(shown(new ModuleError('invalidParams', 'eth_getProof', data))).toEqual({
      code: -32602,
      kind: 'invalidParams',
      message: 'The node refused it: no such block',
      hint: 'Correct the request, then send it again.',
      reason: null,
      words: {
        message: say('service.failure.refused', { reason: 'no such block' }),
        advice: say('service.failure.correct'),
      },
    });
  });

  it("gives the service's words if it answered with another status", () => {
    const error = transportError({ fault: 'serverError', status: 500 }, '', 'not found');
    expect(shown(error)).toMatchObject({
      code: -32002,
      message: 'The service answered HTTP 500: not found',
    });
    const silent = transportError({ fault: 'serverError', status: 500 }, '', 'HTTP 500');
    expect(shown(silent).message).toBe('The service answered HTTP 500.');
  });

  it('advises to wait if a limit is reached', () => {
    const error = transportError({ fault: 'quota', status: 402 }, '', 'Payment Required');
    expect(shown(error).hint).toMatch(/^Wait/u);
  });

  it('advises what to do if nothing answered', () => {
    expect(shown(transportError({ fault: 'dropped' }, 'It broke off.'))).toMatchObject({
      kind: 'nodeUnavailable',
      hint: 'Check that npm start still runs, then send it again.',
    });
  });

  it('explains why content is not shown that is not what its name says', () => {
    expect(shown(new ModuleError('nodeFault', 'It is not what was asked for.'))).toMatchObject({
      message: expect.stringContaining('It is not what was asked for.'),
      hint: expect.stringContaining('not shown'),
    });
  });

  it('leaves other errors as they are', () => {
    const error = new Error('Something else.');
    expect(asFailure(error)).toBe(error);
    expect(asFailure('odd').message).toBe('odd');
  });
});
