import { describe, expect, it } from '@jest/globals';
import { createLifetime } from './lifetime';
import { unanswered } from './state/store';

const never = () => new Promise<string>(() => {});

describe('what requests ask', () => {
  // @promise P32.1
  it('is answered while one of them runs, and ends with the last', async () => {
    const { during, endedWithRequests } = createLifetime();
    const ask = endedWithRequests((answer: Promise<string>) => answer);
    let finish = (_text: string) => {};
    const outer = during(() => {
      const asked = ask(new Promise<string>((resolve) => (finish = resolve)));
      return asked;
    });
    let lost: Promise<string> | undefined;
    await during(async () => {
      lost = ask(never());
    });
    finish('answered');
    expect(await outer).toBe('answered');
    await expect(lost).rejects.toBe(unanswered);
  });

  // @promise P32.1
  it('ends where a request fails, and can be asked anew in the next', async () => {
    const { during, endedWithRequests } = createLifetime();
    const ask = endedWithRequests((text: string) => (text ? Promise.resolve(text) : never()));
    let lost: Promise<string> | undefined;
    const failed = during(async () => {
      lost = ask('');
      throw new Error('It failed.');
    });
    await expect(failed).rejects.toThrow('It failed.');
    await expect(lost).rejects.toBe(unanswered);
    expect(await during(() => ask('again'))).toBe('again');
  });

  // @promise P32.1
  it('ends at once where no request runs: what was asked behind the last one, the next one can wait for', async () => {
    const { during, endedWithRequests } = createLifetime();
    const sent: string[] = [];
    const ask = endedWithRequests((text: string) => {
      sent.push(text);
      return never();
    });
    let left: Promise<string> | undefined;
    await during(async () => {
      left = ask('first').catch(() => ask('second'));
    });
    await expect(during(() => left ?? never())).rejects.toBe(unanswered);
    // The wallet carries it out.
    expect(sent).toEqual(['first', 'second']);
  });

  it('fails as it did', async () => {
    const { during, endedWithRequests } = createLifetime();
    const ask = endedWithRequests(() => Promise.reject(new Error('No.')));
    await expect(during(() => ask())).rejects.toThrow('No.');
  });
});
