import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/openModule';

const SITE = 'https://site.example';
const OTHER = 'https://other.example';

/** A module whose user answers when the test says so. */
function open(start = 1_000_000) {
  let now = start;
  const waiting: ((answer: boolean) => void)[] = [];
  const module = openModule({
    user: () => new Promise((resolve) => waiting.push(resolve)),
    now: () => now,
  });
  const ask = (origin: string) =>
    module.invoke('xnet_addAccount', {}, origin).then(
      () => 'agreed',
      (error) => error.kind,
    );
  /** Waits until so many dialogs have been opened in all. */
  const opened = async (count: number) => {
    while (module.dialogs.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  const refuse = async (origin: string) => {
    const asked = ask(origin);
    await opened(module.dialogs.length + 1);
    waiting.pop()?.(false);
    return asked;
  };
  return { ...module, ask, opened, refuse, waiting, pass: (ms: number) => (now += ms) };
}

describe('the guard of dialogs', () => {
  it('opens one dialog of a site at a time, and those of others beside it', async () => {
    const { ask, opened, dialogs, waiting } = open();
    const [first, second, other] = [ask(SITE), ask(SITE), ask(OTHER)];
    await opened(2);
    expect(dialogs).toHaveLength(2);
    waiting.shift()?.(true);
    waiting.shift()?.(true);
    await opened(3);
    waiting.shift()?.(true);
    expect(await Promise.all([first, second, other])).toStrictEqual(['agreed', 'agreed', 'agreed']);
  });

  it('refuses a request when three others of the site wait already', async () => {
    const { ask, opened, waiting } = open();
    const asked = Array.from({ length: 4 }, () => ask(SITE));
    await opened(1);
    expect(await ask(SITE)).toBe('limitExceeded');
    for (let count = 1; count <= 4; count += 1) {
      await opened(count);
      waiting.shift()?.(true);
    }
    expect(await Promise.all(asked)).toStrictEqual(Array(4).fill('agreed'));
  });

  it('blocks a site for a minute after three refusals within half a minute', async () => {
    const { ask, opened, refuse, waiting, dialogs, pass } = open();
    for (let count = 0; count < 3; count += 1) expect(await refuse(SITE)).toBe('userRejected');
    expect(await ask(SITE)).toBe('siteBlocked');
    pass(59_999);
    expect(await ask(SITE)).toBe('siteBlocked');
    expect(dialogs).toHaveLength(3);
    pass(1);
    const asked = ask(SITE);
    await opened(4);
    waiting.pop()?.(true);
    expect(await asked).toBe('agreed');
  });

  it('does not block another site, nor one whose refusals lie apart', async () => {
    const { ask, refuse, opened, waiting, pass } = open();
    for (let count = 0; count < 3; count += 1) await refuse(SITE);
    const asked = ask(OTHER);
    await opened(4);
    waiting.pop()?.(true);
    expect(await asked).toBe('agreed');
    for (let count = 0; count < 4; count += 1) {
      expect(await refuse('https://slow.example')).toBe('userRejected');
      pass(30_001);
    }
  });

  it('doubles each further block, up to ten minutes, also after a restart', async () => {
    const { refuse, ask, pass, state } = open();
    for (const minutes of [1, 2, 4, 8, 10, 10]) {
      for (let count = 0; count < 3; count += 1) await refuse(SITE);
      expect((state.plain.blocks as Record<string, { length: number }>)[SITE]?.length).toBe(
        minutes * 60_000,
      );
      expect(await ask(SITE)).toBe('siteBlocked');
      pass(minutes * 60_000);
    }
    for (let count = 0; count < 3; count += 1) await refuse(SITE);
    const restarted = openModule({ stored: state, now: () => 1_000_000 });
    await expect(restarted.invoke('xnet_addAccount', {}, SITE)).rejects.toMatchObject({
      kind: 'siteBlocked',
    });
  });
});
