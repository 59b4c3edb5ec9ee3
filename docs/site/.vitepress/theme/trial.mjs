import { withBase } from 'vitepress';
import { h, shallowReactive } from 'vue';
import './trial.css';

/** Runs the example above it, with the module in a wallet of this page alone, after a press. */
export const Trial = {
  setup() {
    /** @type {{ note: string, dialog?: object, result?: string }} */
    const shown = shallowReactive({
      note: 'The real module, in a test wallet of this page alone: it knows no node, and nothing leaves the page.',
    });
    let loaded;

    async function load() {
      const { wallet, ...example } = await import(/* @vite-ignore */ withBase('/trial/trial.js'));
      wallet.wait();
      showDialogs(wallet);
      return example;
    }

    async function showDialogs(wallet) {
      for (;;) shown.dialog = await wallet.nextDialog();
    }

    async function run() {
      shown.result = undefined;
      try {
        loaded ??= load();
        const { signIn } = await loaded;
        shown.result = JSON.stringify(await signIn('Nonce12345'), null, 2);
      } catch (error) {
        shown.result = String(error);
      }
    }

    const answer = (name) => () => {
      const { dialog } = shown;
      shown.dialog = undefined;
      dialog[name]();
    };
    const button = (text, onClick) => h('button', { type: 'button', onClick }, text);

    return () =>
      h('section', { class: 'trial', 'aria-label': 'Run the example' }, [
        button('Run it here', run),
        h('p', shown.note),
        shown.dialog &&
          h('div', { role: 'dialog', 'aria-label': shown.dialog.title }, [
            h('p', shown.dialog.text),
            button('Approve', answer('approve')),
            button('Refuse', answer('refuse')),
          ]),
        h('div', { role: 'status' }, shown.result && h('pre', { tabindex: 0 }, shown.result)),
      ]);
  },
};
