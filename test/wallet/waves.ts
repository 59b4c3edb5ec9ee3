import { type Border, HTTP } from './openModule';

/** How long nothing else may happen until a wave is complete. */
const QUIET_MS = 30;

/**
 * A border that holds HTTP requests until no further one comes, and lets them go together: the
 * number of such waves is how many requests follow one another, however fast a host is.
 */
export function inWaves(): { border: Border; count: () => number } {
  let waves = 0;
  let held: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    waves += 1;
    for (const go of held.splice(0)) go();
  };
  return {
    count: () => waves,
    async border({ method }, cross) {
      clearTimeout(timer);
      if (method !== HTTP) {
        if (held.length > 0) timer = setTimeout(release, QUIET_MS);
        return cross();
      }
      await new Promise<void>((go) => {
        held = [...held, go];
        timer = setTimeout(release, QUIET_MS);
      });
      return cross();
    },
  };
}
